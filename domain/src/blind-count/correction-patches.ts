import type { Patch } from "../detection/patch-schema.ts";
import type { Result } from "../detection/result.ts";
import { patternOf } from "../detection/validity.ts";
import { clampRect } from "../geometry/clamp.ts";
import { NEW_STICKER } from "../geometry/new-box.ts";
import type { Rect, Size } from "../geometry/rect.ts";
import type { CheckOutcome } from "./check.ts";

/** A detection that a third look may correct. */
export type Correctable = { results: readonly Result[]; size: Size };

/**
 * The patches that apply the decision of a third look to a detection: they correct one result, or add the missing stickers of a photo.
 * Empty if the detection has these values already.
 */
export function correctionPatches(
  { results, size }: Correctable,
  position: number | null,
  outcome: CheckOutcome,
): Patch[] {
  if (outcome.kind === "photo") {
    const box = usualBox(results);
    return outcome.missing.map(({ x, y, code, quantity }) => ({
      op: "add",
      path: "/-",
      value: {
        label: "sticker",
        rect: clampRect({ x: x - box.width / 2, y: y - box.height / 2, ...box, angle: 0 }, size, "sticker"),
        confidence: 1,
        code: { value: code, pattern: patternOf("sticker", "code", code) },
        quantity: { value: quantity, pattern: patternOf("sticker", "quantity", quantity) },
        values: [],
      },
    }));
  }
  const result = position === null ? undefined : results[position];
  if (position === null || result === undefined) return [];
  if (outcome.kind === "no-sticker") {
    return result.discarded ? [] : [{ op: "replace", path: `/${position}/discarded`, value: true }];
  }
  const patches: Patch[] = [];
  if (result.discarded) patches.push({ op: "replace", path: `/${position}/discarded`, value: false });
  if (result.code.value !== outcome.code) {
    patches.push({ op: "replace", path: `/${position}/code/value`, value: outcome.code });
  }
  if (result.quantity?.value !== outcome.quantity) {
    patches.push({ op: "replace", path: `/${position}/quantity/value`, value: outcome.quantity });
  }
  return patches;
}

const middle = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The median size of a photo's stickers; the size of a new box without any. */
function usualBox(results: readonly Result[]): Pick<Rect, "width" | "height"> {
  const rects = results.filter(({ label, discarded }) => label === "sticker" && !discarded).map(({ rect }) => rect);
  return {
    width: middle(rects.map(({ width }) => width)) ?? NEW_STICKER.width,
    height: middle(rects.map(({ height }) => height)) ?? NEW_STICKER.height,
  };
}
