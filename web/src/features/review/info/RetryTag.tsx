import { type ImageJob, formatCountdown } from "@precount/domain";
import type { ReactElement } from "react";
import { useNow } from "../../../lib/use-now.ts";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { jobLook } from "../../../ui/status.tsx";
import { retryLeftMs } from "./retry.ts";

/** A job's state; while it waits for its next try, how long that is: 'Retry in 0:12'. */
export function RetryTag({ job }: { job: ImageJob }): ReactElement {
  const left = retryLeftMs(job, useNow(job.retryAt !== null));
  const look = jobLook(job);
  if (left === null) return <StatusTag look={look} />;
  return (
    <span role="timer" aria-label="Next try">
      <StatusTag look={{ ...look, title: left === 0 ? "Retries now" : `Retry in ${formatCountdown(left)}` }} />
    </span>
  );
}
