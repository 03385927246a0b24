import type { Prediction, Result } from "../detection/result.ts";
import { patternOf } from "../detection/validity.ts";
import { type Rect, type Size, rectBounds } from "../geometry/rect.ts";
import { type LoggedPatch, patchSteps } from "../history/patch-steps.ts";
import type { Example, ExampleOrigin } from "./example.ts";

/** The values that a second person counted without seeing the first ones. */
export type BlindValues = { position: number; code: string; quantity: string; account: string };

type ApprovedDetection = {
  predictions: readonly Prediction[];
  /** The predictions with the patches applied, followed by the added results. */
  results: readonly Result[];
  /** All patches with their authors' accounts, in their order, also those that were taken back. */
  log: readonly (LoggedPatch & { by: string })[];
  blind: readonly BlindValues[];
  /** The account that approved it. */
  validatedBy: string | null;
};

export type CollectedSticker = { position: number; rect: Rect } & Pick<Example, "code" | "quantity">;

/**
 * The stickers of an approved detection from which a reader can learn: predicted, not discarded, with two well-formed values.
 * Drawn stickers are left out, because the reader did not find them.
 */
export function collectStickers({ predictions, results, ...sources }: ApprovedDetection): CollectedSticker[] {
  return results.slice(0, predictions.length).flatMap((result, position) => {
    const { label, discarded, rect, code, quantity } = result;
    if (label !== "sticker" || discarded || quantity === undefined) return [];
    const truth = { code: code.value, quantity: quantity.value };
    const isWellFormed = FIELDS.every((field) => patternOf("sticker", field, truth[field]) !== null);
    if (!isWellFormed) return [];
    const steps = patchSteps(predictions, sources.log, position).filter(
      ({ recorded }) => recorded.removedRevision === null,
    );
    const blind = sources.blind.find(
      (check) => check.position === position && check.code === truth.code && check.quantity === truth.quantity,
    );
    const valueOf = (field: Field) => {
      const last = steps.findLast((step) => step.field === field);
      // A restored value is the model's again.
      const typedBy = last && last.kind !== "restored" ? last.recorded.by : null;
      const of = (origin: ExampleOrigin, account: string | null) => ({ truth: truth[field], origin, account });
      if (blind) return of("blindChecked", blind.account);
      return typedBy === null ? of("unchanged", sources.validatedBy) : of("typed", typedBy);
    };
    return [{ position, rect, code: valueOf("code"), quantity: valueOf("quantity") }];
  });
}

const FIELDS = ["code", "quantity"] as const;
type Field = (typeof FIELDS)[number];

/** The crop of an example is its box, grown to this times its width and height: readers look at slightly larger boxes. */
const CROP_GROWTH = 1.5;

/** The part of an upright photo that an example's crop shows, whole pixels within the photo; null if the box is outside. */
export function exampleRegion(rect: Rect, { width, height }: Size): Rect | null {
  const grown = {
    ...rect,
    x: rect.x - (rect.width * (CROP_GROWTH - 1)) / 2,
    y: rect.y - (rect.height * (CROP_GROWTH - 1)) / 2,
    width: rect.width * CROP_GROWTH,
    height: rect.height * CROP_GROWTH,
  };
  const bounds = rectBounds(grown);
  const [left, right] = [bounds.left, bounds.right].map((x) => Math.round(Math.min(width, Math.max(0, x))));
  const [top, bottom] = [bounds.top, bounds.bottom].map((y) => Math.round(Math.min(height, Math.max(0, y))));
  if (left === undefined || right === undefined || top === undefined || bottom === undefined) return null;
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}
