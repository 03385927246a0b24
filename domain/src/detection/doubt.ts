import type { Reading } from "./reading.ts";
import type { ResultClass, Result } from "./result.ts";
import { type ReadingField, patternOf } from "./validity.ts";

/** Why a reading is doubtful: the value is not well formed, not in the item list, or its confidence is below the threshold. */
export type ReadingDoubt = "malformed" | "notListed" | "lowConfidence";

/** The reasons as the review shows them. */
export const READING_DOUBT_TITLES: Readonly<Record<ReadingDoubt, string>> = {
  malformed: "Not well formed",
  notListed: "Not in the item list",
  lowConfidence: "Below the threshold",
};

/** The readings of a class, in the order in which they are typed. */
export const readingFieldsOf = (label: ResultClass): readonly ReadingField[] =>
  label === "sticker" ? ["code", "quantity"] : ["code"];

type ResultToRank = Pick<Result, "label" | "confidence" | "code" | "quantity" | "discarded">;

const readingOf = (result: ResultToRank, field: ReadingField): Reading => result[field] ?? { value: "", pattern: null };

/** Null if the reading is not doubtful, the result is discarded, or its class has no such reading. */
export function readingDoubt(result: ResultToRank, field: ReadingField): ReadingDoubt | null {
  if (result.discarded || !readingFieldsOf(result.label).includes(field)) return null;
  const { value, pattern, listing } = readingOf(result, field);
  if (pattern !== null) return null;
  if (patternOf(result.label, field, value) === null) return "malformed";
  return listing === "unlisted" ? "notListed" : "lowConfidence";
}

/** Sort key for review: `rank` first (larger is more urgent), then `uncertainty`, 0–1. */
export type ResultDoubt = { rank: number; uncertainty: number };

/** A conflict ranks highest, because both users believe that they are done. */
const RANKS = { discarded: -1, accepted: 0, lowConfidence: 1, notListed: 2, malformed: 3, conflict: 4 } as const;
const WORST_FIRST = ["malformed", "notListed", "lowConfidence"] as const;

/**
 * The sort key of a result. Within a rank the least certain reading decides; for results without doubtful readings
 * also the confidence of the box. A typed value has certainty 1, an empty one 0.
 * @param hasConflict whether an edit of the result is in conflict
 */
export function resultDoubt(result: ResultToRank, hasConflict = false): ResultDoubt {
  if (result.discarded) return { rank: RANKS.discarded, uncertainty: 0 };
  const fields = readingFieldsOf(result.label);
  const doubts = fields.map((field) => readingDoubt(result, field));
  const doubtful = fields.filter((_, at) => doubts[at] !== null);
  const certainties = (doubtful.length > 0 ? doubtful : fields).map((field) => certainty(readingOf(result, field)));
  if (doubtful.length === 0) certainties.push(result.confidence);
  const worst = WORST_FIRST.find((doubt) => doubts.includes(doubt)) ?? "accepted";
  return { rank: RANKS[hasConflict ? "conflict" : worst], uncertainty: 1 - Math.min(...certainties) };
}

const certainty = ({ value, confidence }: Reading): number => confidence ?? (value === "" ? 0 : 1);

/** Most doubtful first. */
export const compareDoubt = (a: ResultDoubt, b: ResultDoubt): number =>
  b.rank - a.rank || b.uncertainty - a.uncertainty;
