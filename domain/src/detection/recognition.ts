import { MIN_ALTERNATIVE_CONFIDENCE } from "./alternatives.ts";
import { detectionOptionsSchema } from "./options.ts";
import { toReading } from "./from-model.ts";
import type { Alternative, Reading } from "./reading.ts";
import type { Prediction, Result } from "./result.ts";
import type { ReadingField } from "./validity.ts";

/** A drawn sticker's values must reach the default thresholds (spec §9). */
const THRESHOLDS = detectionOptionsSchema.parse({});

/**
 * A reader's answer as the alternatives in a `values` patch: the readings, then the other alternatives, without
 * duplicates. Where there is no sticker the reader still returns digits with a very low probability; those become an
 * empty value.
 */
export function toAlternatives({ code, quantity, values }: Prediction): Alternative[] {
  const best = [toAlternative("code", code), ...(quantity ? [toAlternative("quantity", quantity)] : [])];
  const others = values.filter(
    (alternative) =>
      isLikely(alternative) &&
      !best.some(({ field, value }) => field === alternative.field && value === alternative.value),
  );
  return [...best, ...others];
}

const toAlternative = (field: ReadingField, { value, confidence = 0 }: Reading): Alternative => ({
  field,
  value: isLikely({ confidence }) ? value : "",
  confidence,
});
const isLikely = ({ confidence }: Pick<Alternative, "confidence">): boolean => confidence >= MIN_ALTERNATIVE_CONFIDENCE;

/**
 * Adds a reader's values to a drawn result: the best alternative of each field becomes its reading, doubtful under
 * the same rules as a model's. A typed value takes precedence, in any order of arrival.
 */
export function withAlternatives(base: Prediction, values: Alternative[]): Prediction {
  const best = (field: ReadingField): Reading | undefined => {
    const first = values.find((alternative) => alternative.field === field);
    return first && toReading("sticker", field, first, THRESHOLDS);
  };
  const [code = base.code, quantity = base.quantity] = [best("code"), best("quantity")];
  return { ...base, label: "sticker", values, code, ...(quantity ? { quantity } : {}) };
}

/**
 * Whether a reader can still help: a drawn sticker with a field that was not typed. A reader's own values have a
 * confidence.
 */
export function needsReading({ original, label, discarded, code, quantity }: Result): boolean {
  if (original !== null || label !== "sticker" || discarded) return false;
  return [code, quantity].some((field) => !field || field.value === "" || field.confidence !== undefined);
}
