/** A message from the parent to its child. It carries paths and numbers, never pixels. */
export interface CallMessage {
  id: number;
  method: string;
  params: unknown;
}

/** Asks the child to end a running call early with what it has. */
export interface StopMessage {
  id: number;
  stop: true;
}

/** A report of the child during a call. */
export interface ProgressMessage {
  id: number;
  progress: unknown;
}

/** The child's answer. `rssBytes` is the child's resident memory after the call. */
export type ReplyMessage = { id: number; rssBytes: number } & (
  | { ok: true; value: unknown }
  /** `systemCode`: the operating system's error code, such as ENOSPC, when that is why the call failed. */
  | { ok: false; kind: "failed" | "unavailable" | "permanent"; message: string; systemCode: string | null }
);
