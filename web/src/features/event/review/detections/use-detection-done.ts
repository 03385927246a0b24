import { type Image, SUCCESS } from "@precount/domain";
import { useEffect, useRef } from "react";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { type DetectionRun, followDetectionRun } from "./detection-run.ts";

/** Tells the user when a queued detection of the shown image is done; a live update brings the detection itself. */
export function useDetectionDone({ sid, job, detections }: Pick<Image, "sid" | "job" | "detections">): void {
  const run = useRef<DetectionRun | null>(null);
  useEffect(() => {
    const next = followDetectionRun(run.current, { sid, job, detections });
    run.current = next.run;
    if (next.isGenerated) feedback.success(SUCCESS.detectionGenerated);
  }, [sid, job, detections]);
}
