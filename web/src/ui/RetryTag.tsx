import { formatCountdown } from "@precount/domain";
import type { ReactElement } from "react";
import { type Retried, retryLeftMs } from "../shared/api/retry.ts";
import { useNow } from "../shared/time/use-now.ts";
import { StatusTag } from "./StatusTag.tsx";
import type { StatusLook } from "./status.tsx";

/** How something in the queue is doing; while it waits for its next try, how long that is: 'Retry in 0:12'. */
export function RetryTag({ look, of }: { look: StatusLook; of: Retried }): ReactElement {
  const left = retryLeftMs(of, useNow(of.retryAt !== null));
  if (left === null) return <StatusTag look={look} />;
  return (
    <span role="timer" aria-label="Next try">
      <StatusTag look={{ ...look, title: left === 0 ? "Retries now" : `Retry in ${formatCountdown(left)}` }} />
    </span>
  );
}
