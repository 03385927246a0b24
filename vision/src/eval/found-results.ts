import { assignShelves, isResultValid } from "@precount/domain";
import type { Detection } from "../model.ts";
import type { FoundResult } from "./score.ts";

/** The fields of a detection that scoring reads. */
type ScoredDetection = Pick<Detection, "label" | "rect"> &
  Record<"code", ReadValue> &
  Partial<Record<"quantity", ReadValue>>;
type ReadValue = Pick<Detection["code"], "value" | "pattern">;

/**
 * Detections in the form that scoring compares: each sticker with the shelf code that `precount detect` and reports give
 * it, and valid when every value satisfies its pattern.
 */
export function toFoundResults(detections: readonly ScoredDetection[]): FoundResult[] {
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
