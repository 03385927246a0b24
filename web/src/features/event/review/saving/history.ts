import {
  type Image,
  type Orientation,
  type Patch,
  type Result,
  type Size,
  effectiveOrientation,
  isPatchInEffect,
  rotatePatches,
} from "@precount/domain";
import { type Delivered, patchAtIndex } from "../edit-queue.ts";

/** A patch. `of`: the id of the edit that adds its result, until that edit is saved. */
export type TargetedPatch = { patch: Patch; of: string | null };
/** The upright photo in whose pixels boxes are given: a rotation of the photo changes the pixels of every box. */
export type Frame = { size: Size; orientation: Orientation };
export const frameOf = ({
  width,
  height,
  orientation,
  rotation,
}: Pick<Image, "width" | "height" | "orientation" | "rotation">): Frame => ({
  size: { width, height },
  orientation: effectiveOrientation(orientation, rotation),
});

/** One gesture: the values of its fields before and after. Undoing it is an edit like any other. */
type Gesture = {
  before: readonly TargetedPatch[];
  after: readonly TargetedPatch[];
  /** Missing in gestures that an earlier version stored. */
  frame?: Frame;
};
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

/**
 * The patches of a step, in order, and the values that it replaces: they must still be in effect, or another user has changed them.
 * Boxes are rotated with the photo to `frame`.
 */
export function stepOf(
  history: History,
  direction: Direction,
  frame: Frame,
): { put: readonly TargetedPatch[]; over: readonly TargetedPatch[] } | null {
  const gesture = history[direction].at(-1);
  if (!gesture) return null;
  const before = rotateTo(frame, gesture.before, gesture.frame);
  const after = rotateTo(frame, gesture.after, gesture.frame);
  return direction === "undo" ? { put: before, over: after } : { put: after, over: before };
}

function rotateTo(to: Frame, targeted: readonly TargetedPatch[], from: Frame = to): readonly TargetedPatch[] {
  if (from.orientation === to.orientation) return targeted;
  return targeted.map(({ patch, of }) => {
    const [rotated = patch] = rotatePatches([patch], from.size, from.orientation, to.orientation);
    return { patch: rotated, of };
  });
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
  const resolve = ({ before, after, ...gesture }: Gesture): Gesture => ({
    ...gesture,
    before: before.map(withIndex),
    after: after.map(withIndex),
  });
  return { undo: undo.map(resolve), redo: redo.map(resolve) };
}
