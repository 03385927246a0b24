import type { Reading } from "./reading.ts";
import type { Label, Result } from "./result.ts";
import { type ReadingField, patternOf } from "./validity.ts";

/**
 * Why a reading needs a person: it is no code or quantity at all, or it is one and was read with less
 * confidence than was asked for.
 */
export type ReadingDoubt = "malformed" | "lowConfidence";

/** The readings a label has, in the order one types them. */
export const readingFieldsOf = (label: Label): readonly ReadingField[] =>
  label === "sticker" ? ["code", "quantity"] : ["code"];

type Doubted = Pick<Result, "label" | "confidence" | "code" | "quantity" | "discarded">;

const readingOf = (result: Doubted, field: ReadingField): Reading => result[field] ?? { value: "", pattern: null };

/** Null when nobody need look: it is valid, or its result is discarded, or the label has no such reading. */
export function readingDoubt(result: Doubted, field: ReadingField): ReadingDoubt | null {
  if (result.discarded || !readingFieldsOf(result.label).includes(field)) return null;
  const { value, pattern } = readingOf(result, field);
  if (pattern !== null) return null;
  return patternOf(result.label, field, value) === null ? "malformed" : "lowConfidence";
}

/** How much of a result is open, to sort by: `rank` first, the larger the worse, then `unsure`, 0–1. */
export type ResultDoubt = { rank: number; uncertainty: number };

/** Two people's values are worse than none: both think that they are done. */
const RANKS = { discarded: -1, sure: 0, lowConfidence: 1, malformed: 2, conflict: 3 } as const;

/**
 * How doubtful a result is. Within a rank it is the least certain reading that counts, and among the sure ones the
 * certainty that there is a label at all. What a person typed is certain; what nobody has read is not.
 * @param hasConflict whether an edit of it waits for somebody to choose
 */
export function resultDoubt(result: Doubted, hasConflict = false): ResultDoubt {
  if (result.discarded) return { rank: RANKS.discarded, uncertainty: 0 };
  const fields = readingFieldsOf(result.label);
  const doubts = fields.map((field) => readingDoubt(result, field));
  const open = fields.filter((_, at) => doubts[at] !== null);
  const certainties = (open.length > 0 ? open : fields).map((field) => certainty(readingOf(result, field)));
  if (open.length === 0) certainties.push(result.confidence);
  const worst = doubts.includes("malformed")
    ? "malformed"
    : doubts.includes("lowConfidence")
      ? "lowConfidence"
      : "sure";
  return { rank: RANKS[hasConflict ? "conflict" : worst], uncertainty: 1 - Math.min(...certainties) };
}

const certainty = ({ value, confidence }: Reading): number => confidence ?? (value === "" ? 0 : 1);

/** The most doubtful first. */
export const compareDoubt = (a: ResultDoubt, b: ResultDoubt): number =>
  b.rank - a.rank || b.uncertainty - a.uncertainty;
