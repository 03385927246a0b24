import { type DetectionFailure, detectionFailureSchema } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { refreshImages } from "../api/refresh-images.ts";
import { trpc } from "../api/trpc.ts";
import { feedback } from "../feedback/feedback.ts";
import { failureNotice } from "./failure-notice.ts";
import { joinEventStream } from "./live-stream.ts";

const NOTICE_MS = 30_000;

/**
 * Shows a notice with reason and Retry when a detection of the event fails in its last attempt (PD-66).
 * @param onlyImageSid reports only this image's detections; null reports all
 */
export function useDetectionFailures(slug: string, onlyImageSid: string | null = null): void {
  const queryClient = useQueryClient();
  const onSettled = (): void => {
    refreshImages(queryClient);
  };
  const { mutate: retryJob } = useMutation(trpc.image.retryJob.mutationOptions({ onSettled }));
  const { mutate: retryFailed } = useMutation(trpc.project.retryFailed.mutationOptions({ onSettled }));
  useEffect(() => {
    let failures: DetectionFailure[] = [];
    const onFailure = (data: string): void => {
      const failure = detectionFailureSchema.parse(JSON.parse(data));
      if (onlyImageSid !== null && failure.imageSid !== onlyImageSid) return;
      failures = [...failures.filter(({ imageSid }) => imageSid !== failure.imageSid), failure];
      const [first = failure, ...others] = failures;
      const { title, text, retry } = failureNotice([first, ...others]);
      const { imageSid, jobId } = first;
      const run = (): void => {
        failures = [];
        if (retry === "one") retryJob({ imageSid, jobId });
        else retryFailed({ slug });
      };
      feedback.notice("error", title, text, NOTICE_MS, {
        key: `detection-failures-${slug}`,
        action: retry === "none" ? null : { label: "Retry", run },
        onClose: () => (failures = []),
      });
    };
    return joinEventStream(slug, { on: { failure: onFailure }, onOpen: () => undefined });
  }, [slug, onlyImageSid, retryJob, retryFailed]);
}
