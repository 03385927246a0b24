import { type DetectionStatus, type ImageDetection, deriveDetectionStatus, parsePatch } from "@precount/domain";
import { replaceEqualDeep } from "@tanstack/react-query";
import { type DisplayedResult, toDisplayedResults } from "../../../../ui/displayed-results.ts";
import { type Connection, type QueuedEdit, type SaveState, saveState } from "../edit-queue.ts";
import { type DetectionSnapshot, patchOnScreen, snapshotOf } from "../saving/gesture.ts";
import type { SaveQueueView } from "../saving/save-queue.ts";
import type { Conflicts } from "./result-order.ts";

/** A detection with the edits that the server does not have yet. Unchanged parts keep their identity between edits. */
export type EditState = {
  snapshot: DetectionSnapshot;
  status: DetectionStatus;
  items: readonly DisplayedResult[];
  itemsByIndex: ReadonlyMap<number, DisplayedResult>;
  /** The edits of this page's lifetime, with paths as the results are numbered on the screen. */
  edits: readonly QueuedEdit[];
  /** The latest edit of each field, by patch path. */
  editsByPath: ReadonlyMap<string, QueuedEdit>;
  conflicts: Conflicts;
  saveState: SaveState;
  canUndo: boolean;
  canRedo: boolean;
};

export type EditInputs = { detection: ImageDetection; saves: SaveQueueView; connection: Connection };

export function deriveEdits({ detection, saves, connection }: EditInputs, before: EditState | null): EditState {
  const snapshot =
    before?.snapshot.detection === detection && before.snapshot.view === saves
      ? before.snapshot
      : snapshotOf(detection, saves);
  const items = replaceEqualDeep(before?.items, toDisplayedResults(snapshot.results));
  const edits = replaceEqualDeep(before?.edits, editsOnScreen(snapshot));
  return {
    snapshot,
    status: deriveDetectionStatus({
      current: detection.status,
      patches: snapshot.patches,
      results: snapshot.results,
    }),
    items,
    itemsByIndex: items === before?.items ? before.itemsByIndex : new Map(items.map((one) => [one.index, one])),
    edits,
    editsByPath: edits === before?.edits ? before.editsByPath : new Map(edits.map((edit) => [edit.patch.path, edit])),
    conflicts: edits === before?.edits ? before.conflicts : conflictsOf(edits, before?.conflicts),
    saveState: saveState({ edits }, connection),
    canUndo: saves.history.undo.length > 0,
    canRedo: saves.history.redo.length > 0,
  };
}

function editsOnScreen(snapshot: DetectionSnapshot): QueuedEdit[] {
  const { queue, saved } = snapshot.view;
  const pending = queue.edits.map((edit) => withChanges(edit, { patch: patchOnScreen(snapshot, edit) ?? edit.patch }));
  return [...saved.map(({ edit }) => withChanges(edit, { state: "saved" })), ...pending];
}

const withChanges = (edit: QueuedEdit, changes: Partial<QueuedEdit>): QueuedEdit => ({ ...edit, ...changes });

function conflictsOf(edits: readonly QueuedEdit[], before: Conflicts | undefined): Conflicts {
  const indexes = edits.flatMap(({ state, patch }) => {
    const edit = state === "conflict" || state === "refused" ? parsePatch(patch) : null;
    return edit === null || edit.field === "add" ? [] : edit.index;
  });
  const conflicts = new Set(indexes);
  // A new set would sort the list again.
  return before?.size === conflicts.size && indexes.every((index) => before.has(index)) ? before : conflicts;
}
