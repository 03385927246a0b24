import { assignShelves, isResultValid } from "@precount/domain";
import type { Detection } from "../model.ts";
import type { FoundLabel } from "./score.ts";

/** As much of a detection as scoring looks at. */
type Found = Pick<Detection, "label" | "rect"> & Record<"code", ReadValue> & Partial<Record<"quantity", ReadValue>>;
type ReadValue = Pick<Detection["code"], "value" | "pattern">;

/**
 * Detections as scoring wants them: each sticker on its shelf as `precount detect` and reports have it
 * (decision 27), and valid when every value satisfies its pattern (decision 22).
 */
export function foundLabels(detections: readonly Found[]): FoundLabel[] {
  const shelves = assignShelves(detections);
  return detections.map((detection, i) => ({
    label: detection.label,
    rect: detection.rect,
    code: detection.code.value,
    quantity: detection.quantity?.value,
    shelfCode: shelves[i] ?? undefined,
    valid: isResultValid(detection),
  }));
}
