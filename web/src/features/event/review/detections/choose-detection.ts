import type { ImageDetection } from "@precount/domain";

/**
 * The detection of an image to show: that of the requested model, else the one that the report uses (PD-24), else the
 * newest.
 * @param detections newest first, without discarded ones
 */
export function chooseDetection(
  detections: readonly ImageDetection[],
  modelSid: string | undefined,
): ImageDetection | null {
  return (
    detections.find((detection) => detection.model.sid === modelSid) ??
    detections.find((detection) => detection.status === "selected") ??
    detections.find((detection) => detection.status === "validated") ??
    detections[0] ??
    null
  );
}
