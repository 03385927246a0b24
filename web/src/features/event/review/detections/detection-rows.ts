import {
  type DetectionContext,
  type DetectionVerb,
  type ImageDetection,
  detectionCan,
  reportDetection,
} from "@precount/domain";
import { reasonOf } from "../../../../shared/api/reason.ts";

/** A detection as the list of them shows it. */
export type DetectionRow = {
  detection: ImageDetection;
  isShown: boolean;
  /** The report would take this one (decision 24). */
  counts: boolean;
  /** Why each cannot be done; null when it can. */
  reasons: Readonly<Record<DetectionVerb, string | null>>;
};

/**
 * @param shown the one on the screen, as it stands there: what waits in the browser counts
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
    counts: detection.sid === counting,
    reasons: {
      delete: reasonOf(detectionCan.delete(detection, context)),
      validate: reasonOf(detectionCan.validate(detection, context)),
      invalidate: reasonOf(detectionCan.invalidate(detection, context)),
      activate: reasonOf(detectionCan.activate(detection, context)),
    },
  }));
}
