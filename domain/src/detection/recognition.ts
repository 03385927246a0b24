import { MIN_ALTERNATIVE_CONFIDENCE } from "./alternatives.ts";
import { detectionOptionsSchema } from "./options.ts";
import { toReading } from "./from-model.ts";
import type { Alternative, Reading } from "./reading.ts";
import type { Prediction, Result } from "./result.ts";
import type { ReadingField } from "./validity.ts";

/** A drawn sticker is read as sure as a found one must be (spec §9). */
const THRESHOLDS = detectionOptionsSchema.parse({});

/**
 * What a reader answered, as the candidates that a patch carries: its readings, then its other ideas, each once. Where
 * there is no sticker it still spells digits, of hardly any probability: those are nothing read, and stand in no field.
 */
export function toAlternatives({ code, quantity, values }: Prediction): Alternative[] {
  const best = [readAs("code", code), ...(quantity ? [readAs("quantity", quantity)] : [])];
  const others = values.filter(
    (one) => isLikely(one) && !best.some(({ field, value }) => field === one.field && value === one.value),
  );
  return [...best, ...others];
}

const readAs = (field: ReadingField, { value, confidence = 0 }: Reading): Alternative => ({
  field,
  value: isLikely({ confidence }) ? value : "",
  confidence,
});
const isLikely = ({ confidence }: Pick<Alternative, "confidence">): boolean => confidence >= MIN_ALTERNATIVE_CONFIDENCE;

/**
 * A drawn result with what a reader said of it: the best candidate of each field is its reading, as doubtful as one
 * a model found. What a person typed stands over it, whichever came first.
 */
export function withAlternatives(base: Prediction, values: Alternative[]): Prediction {
  const best = (field: ReadingField): Reading | undefined => {
    const said = values.find((one) => one.field === field);
    return said && toReading("sticker", field, said, THRESHOLDS);
  };
  const [code = base.code, quantity = base.quantity] = [best("code"), best("quantity")];
  return { ...base, label: "sticker", values, code, ...(quantity ? { quantity } : {}) };
}

/**
 * Whether reading a result's place may still help: a sticker that a person drew, with a field that nobody has typed
 * into. The reader's own values have a confidence.
 */
export function needsReading({ original, label, discarded, code, quantity }: Result): boolean {
  if (original !== null || label !== "sticker" || discarded) return false;
  return [code, quantity].some((field) => !field || field.value === "" || field.confidence !== undefined);
}
