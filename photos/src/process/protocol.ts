/** What goes over the channel between a process and the child it forked. Paths and numbers, never pixels. */
export interface CallMessage {
  id: number;
  method: string;
  params: unknown;
}

export type ReplyMessage = { id: number; rssBytes: number } & (
  | { ok: true; value: unknown }
  | { ok: false; message: string }
);
