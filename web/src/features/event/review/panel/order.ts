import { type ReadingField, compareDoubt, readingFieldsOf, offeredAlternatives, readingDoubt, resultDoubt } from "@precount/domain";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";

/** Labels of which an edit waits for somebody to choose, by index. */
export type Conflicts = ReadonlySet<number>;

/** The most doubtful first; among equals as the model found them. */
export const inOrderOfDoubt = (labels: readonly DisplayedResult[], conflicts: Conflicts): DisplayedResult[] => {
  const doubts = new Map(labels.map((label) => [label, resultDoubt(label.result, conflicts.has(label.index))]));
  const none = { rank: 0, unsure: 0 };
  return labels.toSorted((a, b) => compareDoubt(doubts.get(a) ?? none, doubts.get(b) ?? none) || a.index - b.index);
};

/**
 * A list while somebody works on it: what stands in it stays where it is, also when it would belong elsewhere by now, and
 * what has come since stands at its end. Nothing moves under a hand.
 * @param list indexes of the labels as they stood
 * @param isWanted whether a label that is not in the list belongs there now
 */
export function continued(
  list: readonly number[],
  labels: readonly DisplayedResult[],
  conflicts: Conflicts,
  isWanted: (label: DisplayedResult) => boolean,
): readonly number[] {
  const existing = new Set(labels.map(({ index }) => index));
  const kept = list.filter((index) => existing.has(index));
  const stands = new Set(kept);
  const come = inOrderOfDoubt(
    labels.filter((label) => !stands.has(label.index) && isWanted(label)),
    conflicts,
  );
  // The same list as long as nothing is new: whoever holds it need not be drawn again.
  return come.length === 0 && kept.length === list.length ? list : [...kept, ...come.map(({ index }) => index)];
}

/** One code or quantity. */
export type Value = { index: number; field: ReadingField };

/** Every value of these labels, in their order. */
const valuesOf = (labels: readonly DisplayedResult[]): Value[] =>
  labels.flatMap(({ index, result }) => readingFieldsOf(result.label).map((field) => ({ index, field })));

/** Whether somebody must look at that value. */
export const isDoubtful = ({ result }: DisplayedResult, field: ReadingField): boolean =>
  readingDoubt(result, field) !== null;

/**
 * The next value after `from`, or with -1 the one before, in the labels' order; from nowhere the first, or the last; from a
 * label without a field that label's own first. Null at the end: there is no way round, what comes after the last value is to
 * validate.
 */
export function stepValue(
  labels: readonly DisplayedResult[],
  from: { index: number; field: ReadingField | null } | null,
  direction: 1 | -1,
  which: "doubtful" | "any",
): Value | null {
  const values = valuesOf(labels);
  const at = values.findIndex(({ index, field }) => index === from?.index && (from.field ?? field) === field);
  const next = from?.field === null ? at : at + 1;
  const ahead =
    direction === 1 ? values.slice(at < 0 ? 0 : next) : values.slice(0, at < 0 ? undefined : at).toReversed();
  const byIndex = new Map(labels.map((label) => [label.index, label]));
  const isWanted = ({ index, field }: Value): boolean => {
    const label = byIndex.get(index);
    return label !== undefined && !label.result.discarded && (which === "any" || isDoubtful(label, field));
  };
  return ahead.find(isWanted) ?? null;
}

/** The neighbour of a label in a list; from nowhere its first, or its last. Null at the ends. */
export function stepLabel(list: readonly DisplayedResult[], from: number | null, direction: 1 | -1): DisplayedResult | null {
  const at = list.findIndex(({ index }) => index === from);
  return list[at < 0 ? (direction === 1 ? 0 : list.length - 1) : at + direction] ?? null;
}

/** Which of a label's values the candidates' keys are for while none of its fields has the focus: a doubtful one before others. */
export function candidateField(label: DisplayedResult): ReadingField | null {
  const offered = readingFieldsOf(label.result.label).filter((field) => offeredAlternatives(label.result, field).length > 0);
  return offered.find((field) => isDoubtful(label, field)) ?? offered[0] ?? null;
}
