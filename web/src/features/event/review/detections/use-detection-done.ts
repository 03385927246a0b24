import { type Image, SUCCESS } from "@precount/domain";
import { useEffect, useRef } from "react";
import { feedback } from "../../../../shared/feedback/feedback.ts";

/** Tells the user when a queued detection of the shown image is done; a live update brings the detection itself. */
export function useDetectionDone({ job, detections }: Pick<Image, "job" | "detections">): void {
  const wasRunning = useRef(false);
  const isRunning = job !== null && job.state !== "done" && job.state !== "failed";
  const hasDetection = detections.length > 0;
  useEffect(() => {
    if (wasRunning.current && !isRunning && hasDetection) feedback.success(SUCCESS.detectionGenerated);
    wasRunning.current = isRunning;
  }, [isRunning, hasDetection]);
}
