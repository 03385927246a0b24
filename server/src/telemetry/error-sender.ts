import type { ErrorEvent } from "@precount/domain";

/** Sends error events to an error tracker. */
export type ErrorSender = {
  send(event: ErrorEvent): void;
  /** Waits until queued events are sent. */
  flush(): Promise<void>;
};
