import type { Patch } from "@precount/domain";
import type { EditQueue } from "../edit-queue.ts";

/** One line of the patch log. */
type LogLine = { key: string; place: string; op: string; path: string; value: string; state: string };

/** A value as JSON; a long one is cut to keep the log readable. */
function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

const lineOf = (patch: Patch, key: string, place: string, state: string): LogLine => ({
  key,
  place,
  op: patch.op,
  path: patch.path,
  value: shortJson(patch.value),
  state,
});

/** The server's patches in their order, then the edits of this browser that are not saved. */
export function logLines(stored: readonly Patch[], { edits }: Pick<EditQueue, "edits">): LogLine[] {
  const waiting = edits.filter(({ state }) => state !== "saved");
  return [
    ...stored.map((patch, at) => lineOf(patch, `stored ${at}`, String(at + 1), "")),
    ...waiting.map(({ id, patch, state }) => lineOf(patch, id, "–", state)),
  ];
}
