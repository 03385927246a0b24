import {
  type ReadingField,
  compareDoubt,
  offeredAlternatives,
  readingDoubt,
  readingFieldsOf,
  resultDoubt,
} from "@precount/domain";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import type { ReadingRef } from "./focus-tracker.ts";

/** Indexes of the results with an edit that waits for a decision. */
export type Conflicts = ReadonlySet<number>;

/** The most doubtful result first; equal ones in the model's order. */
export function sortByDoubt(results: readonly DisplayedResult[], conflicts: Conflicts): DisplayedResult[] {
  const doubts = new Map(results.map((one) => [one, resultDoubt(one.result, conflicts.has(one.index))]));
  const none = { rank: 0, uncertainty: 0 };
  return results.toSorted((a, b) => compareDoubt(doubts.get(a) ?? none, doubts.get(b) ?? none) || a.index - b.index);
}

/**
 * The order of a list while a person works on it: a listed result keeps its position even when an edit would sort it
 * elsewhere, and results that match since then are appended.
 * @param order indexes of the results as they were listed
 * @param matches whether a result that is not listed belongs to the list
 * @returns `order` itself when nothing changes
 */
export function updateOrder(
  order: readonly number[],
  results: readonly DisplayedResult[],
  conflicts: Conflicts,
  matches: (result: DisplayedResult) => boolean,
): readonly number[] {
  const existing = new Set(results.map(({ index }) => index));
  const remaining = order.filter((index) => existing.has(index));
  const listed = new Set(remaining);
  const added = sortByDoubt(
    results.filter((one) => !listed.has(one.index) && matches(one)),
    conflicts,
  );
  const isSame = added.length === 0 && remaining.length === order.length;
  return isSame ? order : [...remaining, ...added.map(({ index }) => index)];
}

const readingsOf = (results: readonly DisplayedResult[]): ReadingRef[] =>
  results.flatMap(({ index, result }) => readingFieldsOf(result.label).map((field) => ({ index, field })));

/** Whether a person must check that reading. */
export const isReadingDoubtful = ({ result }: DisplayedResult, field: ReadingField): boolean =>
  readingDoubt(result, field) !== null;

/**
 * The reading after `from`, or with -1 the one before, in the order of `results`. Without `from` it is the first or the
 * last one; from a result without a field it is the first of that result. Null at the ends: after the last reading comes
 * Validate, so the order does not wrap around.
 */
export function stepReading(
  results: readonly DisplayedResult[],
  from: { index: number; field: ReadingField | null } | null,
  direction: 1 | -1,
  which: "doubtful" | "any",
): ReadingRef | null {
  const readings = readingsOf(results);
  const at = readings.findIndex(({ index, field }) => index === from?.index && (from.field ?? field) === field);
  const next = from?.field === null ? at : at + 1;
  const ahead =
    direction === 1 ? readings.slice(at < 0 ? 0 : next) : readings.slice(0, at < 0 ? undefined : at).toReversed();
  const byIndex = new Map(results.map((one) => [one.index, one]));
  const matches = ({ index, field }: ReadingRef): boolean => {
    const one = byIndex.get(index);
    return one !== undefined && !one.result.discarded && (which === "any" || isReadingDoubtful(one, field));
  };
  return ahead.find(matches) ?? null;
}

/** The result after or before `from` in a list; without `from` the first or the last. Null at the ends. */
export function stepResult(
  list: readonly DisplayedResult[],
  from: number | null,
  direction: 1 | -1,
): DisplayedResult | null {
  const at = list.findIndex(({ index }) => index === from);
  return list[at < 0 ? (direction === 1 ? 0 : list.length - 1) : at + direction] ?? null;
}

/** Which reading the keys for alternatives change while none of a card's fields has the focus: a doubtful one first. */
export function alternativeField({ result, ...rest }: DisplayedResult): ReadingField | null {
  const offered = readingFieldsOf(result.label).filter((field) => offeredAlternatives(result, field).length > 0);
  return offered.find((field) => isReadingDoubtful({ result, ...rest }, field)) ?? offered[0] ?? null;
}

/** The field that opens with a result: a doubtful quantity before a code that is not doubtful. */
export const fieldToOpen = (one: DisplayedResult): ReadingField =>
  one.result.label === "sticker" && !isReadingDoubtful(one, "code") && isReadingDoubtful(one, "quantity")
    ? "quantity"
    : "code";
