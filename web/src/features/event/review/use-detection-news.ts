import { type Image, SUCCESS } from "@precount/domain";
import { useEffect, useRef } from "react";
import { feedback } from "../../../shared/feedback/feedback.ts";

/** Tells when the queue has finished with the image one looks at: its detection comes by itself. */
export function useDetectionNews({ job, detections }: Pick<Image, "job" | "detections">): void {
  const wasUnderway = useRef(false);
  const isUnderway = job !== null && job.state !== "done" && job.state !== "failed";
  const hasDetection = detections.length > 0;
  useEffect(() => {
    if (wasUnderway.current && !isUnderway && hasDetection) feedback.success(SUCCESS.detectionGenerated);
    wasUnderway.current = isUnderway;
  }, [isUnderway, hasDetection]);
}
