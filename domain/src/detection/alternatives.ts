import type { Reading } from "./reading.ts";
import type { Result } from "./result.ts";
import { type ReadingField, checkField } from "./validity.ts";

/** Each alternative has one key, 1 to 3. */
export const MAX_ALTERNATIVES = 3;

/**
 * Next to a value above its threshold, less likely alternatives are not offered. On held-out photos about 2 % of such
 * values were wrong (vision/models/precount/README.md), so an alternative with less than half of that probability
 * would mostly be taken by mistake.
 */
export const MIN_ALTERNATIVE_CONFIDENCE = 0.01;

type Read = Pick<Result, "label" | "discarded" | "values" | "code" | "quantity">;

/**
 * The alternatives to offer for a value, best first; each one is well formed. For a doubtful value the reading itself
 * is included, to be confirmed. For a value above its threshold only other likely readings are offered. For a typed
 * value none are offered.
 */
export function offeredAlternatives(result: Read, field: ReadingField): string[] {
  const reading: Reading | undefined = result[field];
  if (result.discarded || reading === undefined) return [];
  const isAccepted = reading.pattern !== null;
  if (isAccepted && reading.confidence === undefined) return [];
  const offered = result.values.filter(
    (alternative) =>
      alternative.field === field &&
      checkField(result.label, field, alternative.value).ok &&
      !(isAccepted && (alternative.value === reading.value || alternative.confidence < MIN_ALTERNATIVE_CONFIDENCE)),
  );
  return [...new Set(offered.map(({ value }) => value))].slice(0, MAX_ALTERNATIVES);
}
