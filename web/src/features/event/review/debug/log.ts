import type { Patch } from "@precount/domain";
import type { EditQueue } from "../edit-queue.ts";

/** One line of the log: what was done, as the server keeps it. */
export type LogLine = { key: string; place: string; op: string; path: string; value: string; state: string };

/** A value as it travels; a long one is cut, for the log is to be read over. */
function inShort(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

const lineOf = (patch: Patch, key: string, place: string, state: string): LogLine => ({
  key,
  place,
  op: patch.op,
  path: patch.path,
  value: inShort(patch.value),
  state,
});

/** The server's log in its order, then what waits in this browser. */
export function logLines(stored: readonly Patch[], { edits }: EditQueue): LogLine[] {
  const waiting = edits.filter(({ state }) => state !== "saved");
  return [
    ...stored.map((patch, at) => lineOf(patch, `stored ${at}`, String(at + 1), "")),
    ...waiting.map(({ id, patch, state }) => lineOf(patch, id, "–", state)),
  ];
}
