import {
  type DetectionContext,
  type DetectionVerb,
  type ImageDetection,
  detectionCan,
  reportDetection,
} from "@precount/domain";
import { reasonOf } from "../../../../shared/api/reason.ts";

/** A detection in the list of detections. */
export type DetectionRow = {
  detection: ImageDetection;
  isShown: boolean;
  /** The report uses this one (PD-24). */
  isUsedByReport: boolean;
  /** Why each action is not possible; null when it is. */
  reasons: Readonly<Record<DetectionVerb, string | null>>;
};

/**
 * The rows of the list.
 * @param shown the shown detection with its unsaved edits
 */
export function detectionRows(
  detections: readonly ImageDetection[],
  shown: ImageDetection,
  context: DetectionContext,
): DetectionRow[] {
  const now = detections.map((detection) => (detection.sid === shown.sid ? shown : detection));
  const counting = reportDetection(now)?.sid;
  return now.map((detection) => ({
    detection,
    isShown: detection.sid === shown.sid,
    isUsedByReport: detection.sid === counting,
    reasons: {
      delete: reasonOf(detectionCan.delete(detection, context)),
      validate: reasonOf(detectionCan.validate(detection, context)),
      invalidate: reasonOf(detectionCan.invalidate(detection, context)),
      activate: reasonOf(detectionCan.activate(detection, context)),
    },
  }));
}
