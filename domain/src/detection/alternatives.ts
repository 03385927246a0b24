import type { Reading } from "./reading.ts";
import type { Result } from "./result.ts";
import { type ReadingField, checkField } from "./validity.ts";

/** One key each, 1 to 3. */
export const MAX_ALTERNATIVES = 3;

/**
 * Beside a value the reader is sure of, less likely ones than this are not offered. On held-back photos some 2 in 100
 * values it was sure of were wrong (vision/models/precount/README.md): a candidate of less than half of that is noise that one
 * would only take by mistake.
 */
export const MIN_ALTERNATIVE_CONFIDENCE = 0.01;

type Read = Pick<Result, "label" | "discarded" | "values" | "code" | "quantity">;

/**
 * The reader's ideas for a value, best first, each one that may stand. A doubtful reading is among them, to be
 * confirmed; beside a sure one there are only likely others, beside what a person typed none.
 */
export function offeredAlternatives(result: Read, field: ReadingField): string[] {
  const reading: Reading | undefined = result[field];
  if (result.discarded || reading === undefined) return [];
  const isSettled = reading.pattern !== null;
  if (isSettled && reading.confidence === undefined) return [];
  const offered = result.values.filter(
    (one) =>
      one.field === field &&
      checkField(result.label, field, one.value).ok &&
      !(isSettled && (one.value === reading.value || one.confidence < MIN_ALTERNATIVE_CONFIDENCE)),
  );
  return [...new Set(offered.map(({ value }) => value))].slice(0, MAX_ALTERNATIVES);
}
