import { formatCountdown } from "@precount/domain";
import type { ReactElement } from "react";
import { type RetrySchedule, retryLeftMs } from "../shared/api/retry.ts";
import { useNow } from "../shared/time/use-now.ts";
import { StatusTag } from "./StatusTag.tsx";
import type { StatusDisplay } from "./status-display.tsx";

/** The status of a queued job, with a countdown while it waits for a retry: 'Retry in 0:12'. */
export function RetryTag({ display, schedule }: { display: StatusDisplay; schedule: RetrySchedule }): ReactElement {
  const left = retryLeftMs(schedule, useNow(schedule.retryAt !== null));
  if (left === null) return <StatusTag display={display} />;
  return (
    <span role="timer" aria-label="Next try">
      <StatusTag display={{ ...display, title: left === 0 ? "Retries now" : `Retry in ${formatCountdown(left)}` }} />
    </span>
  );
}
