import { type Patch, type Result, isPatchInEffect } from "@precount/domain";
import { type Delivered, patchAtIndex } from "../edit-queue.ts";

/** A patch. `of`: the id of the edit that adds its result, until that edit is saved. */
export type TargetedPatch = { patch: Patch; of: string | null };
/** One gesture: the values of its fields before and after. Undoing it is an edit like any other. */
type Gesture = { before: readonly TargetedPatch[]; after: readonly TargetedPatch[] };
export type History = { undo: readonly Gesture[]; redo: readonly Gesture[] };
export const NO_HISTORY: History = { undo: [], redo: [] };
export type Direction = keyof History;

/** The maximum number of steps that can be undone. Users do not remember more. */
const MAX_STEPS = 200;

export type HistoryEvent =
  | { type: "did"; gesture: Gesture }
  | { type: "undo" }
  | { type: "redo" }
  | { type: "forget"; direction: Direction };

export function reduceHistory({ undo, redo }: History, event: HistoryEvent): History {
  switch (event.type) {
    case "did":
      return { undo: [...undo, event.gesture].slice(-MAX_STEPS), redo: [] };
    case "undo":
      return { undo: undo.slice(0, -1), redo: [...redo, ...undo.slice(-1)] };
    case "redo":
      return { undo: [...undo, ...redo.slice(-1)], redo: redo.slice(0, -1) };
    case "forget":
    default:
      return event.direction === "undo" ? { undo: undo.slice(0, -1), redo } : { undo, redo: redo.slice(0, -1) };
  }
}

/** The patches of a step, in order, and the values that it replaces: they must still be in effect, or another user has changed them. */
export function stepOf(
  history: History,
  direction: Direction,
): { put: readonly TargetedPatch[]; over: readonly TargetedPatch[] } | null {
  const gesture = history[direction].at(-1);
  if (!gesture) return null;
  return direction === "undo"
    ? { put: gesture.before, over: gesture.after }
    : { put: gesture.after, over: gesture.before };
}

/** Whether all values that a step would change are still as the user left them. */
export function isUnchangedSince(results: readonly Result[], over: readonly Patch[]): boolean {
  const last = new Map(over.map((patch) => [patch.path, patch]));
  return [...last.values()].every((patch) => isPatchInEffect(results, patch));
}

/** Replaces the edit id of an added result by the index that the server gave it, in all steps. */
export function resolveHistory({ undo, redo }: History, id: string, { added: [index] }: Delivered): History {
  const withIndex = (targeted: TargetedPatch): TargetedPatch =>
    targeted.of === id && typeof index === "number"
      ? { of: null, patch: patchAtIndex(targeted.patch, index) }
      : targeted;
  const resolve = ({ before, after }: Gesture): Gesture => ({
    before: before.map(withIndex),
    after: after.map(withIndex),
  });
  return { undo: undo.map(resolve), redo: redo.map(resolve) };
}
