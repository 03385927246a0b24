import type { Patch } from "@precount/domain";

/**
 * Edits on their way to the server: shown at once, sent one batch at a time, never dropped by an error.
 * Pure; `use-edits` does the sending.
 */
type EditState = "waiting" | "sending" | "saved" | "failed";
export type QueuedEdit = { patch: Patch; state: EditState; message: string | null };
export type EditQueue = { edits: readonly QueuedEdit[] };
export const NO_EDITS: EditQueue = { edits: [] };

export type EditEvent =
  | { type: "put"; patch: Patch }
  /** Everything that waits goes into one batch. */
  | { type: "send" }
  | { type: "saved" }
  | { type: "failed"; message: string }
  | { type: "retry" }
  /** Gives up the edits of these paths, as when a result is restored. */
  | { type: "drop"; paths: readonly string[] };

export function reduceEdits(queue: EditQueue, event: EditEvent): EditQueue {
  const to = (from: EditState, state: EditState, message: string | null = null): EditQueue => ({
    edits: queue.edits.map((edit) => (edit.state === from ? { ...edit, state, message } : edit)),
  });
  switch (event.type) {
    case "put": {
      // A newer edit of the same field replaces one that has not left; one on its way is followed by it.
      const isReplaced = ({ patch, state }: QueuedEdit): boolean =>
        state !== "sending" && patch.op === "replace" && patch.path === event.patch.path;
      const kept = queue.edits.filter((edit) => !isReplaced(edit));
      return { edits: [...kept, { patch: event.patch, state: "waiting", message: null }] };
    }
    case "send":
      return to("waiting", "sending");
    case "saved":
      return to("sending", "saved");
    case "failed":
      return to("sending", "failed", event.message);
    case "retry":
      return to("failed", "waiting");
    case "drop":
    default:
      return { edits: queue.edits.filter(({ patch }) => !event.paths.includes(patch.path)) };
  }
}

/** What stands over the server's results until the server has it. */
export const unsavedPatches = ({ edits }: EditQueue): Patch[] =>
  edits.filter((edit) => edit.state !== "saved").map((edit) => edit.patch);

/** What is sent next; empty while a batch is on its way, for the server takes them in order. */
export function nextBatch({ edits }: EditQueue): Patch[] {
  if (edits.some((edit) => edit.state === "sending")) return [];
  return edits.filter((edit) => edit.state === "waiting").map((edit) => edit.patch);
}

/** The latest edit of one field. */
export const editOf = ({ edits }: EditQueue, path: string): QueuedEdit | undefined =>
  edits.findLast((edit) => edit.patch.path === path);

export type SaveState = "saved" | "saving" | "failed";
export function saveState({ edits }: EditQueue): SaveState {
  if (edits.some((edit) => edit.state === "failed")) return "failed";
  return edits.some((edit) => edit.state !== "saved") ? "saving" : "saved";
}
