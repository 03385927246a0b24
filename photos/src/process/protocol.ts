/**
 * Thrown in a child when a service that it needs cannot be used now: away, not ready, set up wrongly. The same call is worth
 * another try for as long as that takes. Its message is for a person.
 */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
}

/** What goes over the channel between a process and the child it forked. Paths and numbers, never pixels. */
export interface CallMessage {
  id: number;
  method: string;
  params: unknown;
}

export type ReplyMessage = { id: number; rssBytes: number } & (
  | { ok: true; value: unknown }
  /** `systemCode`, such as ENOSPC: what it was that failed, where it was not the file itself. */
  | { ok: false; kind: "failed" | "unavailable"; message: string; systemCode: string | null }
);
