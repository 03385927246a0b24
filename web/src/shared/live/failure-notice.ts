import type { DetectionFailure } from "@precount/domain";

export type FailureNotice = {
  title: string;
  text: string;
  /** What Retry does: restarts this job, all failed jobs of the event, or nothing. */
  retry: "one" | "all" | "none";
};

/** One notice for the failures since the last one was closed: a damaged upload must not cover the screen with notices. */
export function failureNotice(failures: readonly [DetectionFailure, ...DetectionFailure[]]): FailureNotice {
  const [first] = failures;
  const latest = failures.at(-1) ?? first;
  if (failures.length === 1) {
    return {
      title: `Detection failed: ${first.imageName}`,
      text: first.reason,
      retry: first.retryable ? "one" : "none",
    };
  }
  return {
    title: `${failures.length} detections failed`,
    text: `${latest.imageName}: ${latest.reason}`,
    retry: failures.some(({ retryable }) => retryable) ? "all" : "none",
  };
}
