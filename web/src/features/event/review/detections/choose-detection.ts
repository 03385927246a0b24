import type { ImageDetection } from "@precount/domain";

/**
 * Which of an image's detections is shown: the one of the model asked for, else the one that counts for the
 * report (decision 24), else the newest. `detections` are the live ones, newest first.
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
