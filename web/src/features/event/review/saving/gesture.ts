import {
  type Alternative,
  type ImageDetection,
  type Patch,
  type Result,
  applyPatches,
  checkResultStates,
  inversePatches,
  makePatch,
  parsePatch,
} from "@precount/domain";
import { newKey } from "../../../../shared/browser/new-key.ts";
import { patchAtIndex, shownPatches, targetOf } from "../edit-queue.ts";
import { type Direction, type Frame, type TargetedPatch, isUnchangedSince, stepOf } from "./history.ts";
import type { SaveQueueView } from "./save-queue.ts";
import type { WorkEvent } from "./work.ts";

/** A detection as the user sees it: the server's, with its newer answers and with the pending edits. */
export type DetectionSnapshot = {
  detection: ImageDetection;
  view: SaveQueueView;
  patches: readonly Patch[];
  results: readonly Result[];
  /** The indexes of added results that the shown detection does not contain yet, by edit id. */
  addedAt: ReadonlyMap<string, number>;
};

export function snapshotOf(detection: ImageDetection, view: SaveQueueView): DetectionSnapshot {
  // Another tab reports a saved edit before its queue without that edit arrives.
  const queued = new Set(view.queue.edits.map(({ id }) => id));
  const news = view.saved
    .filter(({ edit, delivered }) => delivered.revision > detection.revision && !queued.has(edit.id))
    .map(({ edit }) => edit);
  const edits = [...news, ...view.queue.edits];
  const { patches, addedAt } = shownPatches(detection, { ...view.queue, edits });
  const results =
    edits.length === 0 ? detection.results : applyPatches(detection.predictions, patches, detection.itemCodes);
  return { detection, view, patches, results, addedAt };
}

/** The events of one gesture: its edits, and the step that undoes them. */
export function gestureEvents(snapshot: DetectionSnapshot, patches: readonly Patch[], frame: Frame): WorkEvent[] {
  const { detection, results } = snapshot;
  const addedAt = new Map(snapshot.addedAt);
  let count = results.length;
  const made = patches.map((patch) => {
    const id = newKey();
    const targeted = targetPatch({ ...snapshot, addedAt }, patch);
    if (patch.op === "add") addedAt.set(id, count++);
    return { id, ...targeted, revision: seenRevision(snapshot, targeted) };
  });
  const target = (patch: Patch): TargetedPatch => targetPatch({ ...snapshot, addedAt }, patch);
  const after = made.map(({ id, patch, of }) =>
    // Undo discards an added result, and redo recovers it: its index stays in use.
    patch.op === "add" ? target(makePatch.recover(addedAt.get(id) ?? 0)) : { patch, of },
  );
  const before = inversePatches(detection.predictions, snapshot.patches, patches).map(target);
  return [...made.map((edit) => ({ type: "put", edit }) as const), { type: "did", gesture: { before, after, frame } }];
}

/** The events of undo or redo. 'changed' when another user has changed the field since; null without a step. */
export function stepEvents(
  snapshot: DetectionSnapshot,
  direction: Direction,
  frame: Frame,
): WorkEvent[] | "changed" | null {
  const step = stepOf(snapshot.view.history, direction, frame);
  if (!step) return null;
  const over = step.over.map((one) => patchOnScreen(snapshot, one));
  if (over.includes(null)) return "changed";
  if (
    !isUnchangedSince(
      snapshot.results,
      over.filter((patch) => patch !== null),
    )
  )
    return "changed";
  const patches = step.put.map((one) => patchOnScreen(snapshot, one)).filter((patch) => patch !== null);
  // Another user has discarded the result, which freezes its values.
  if (!checkResultStates(snapshot.detection.predictions, snapshot.patches, patches).ok) return "changed";
  const puts = step.put.map(({ patch, of }) => {
    return { id: newKey(), patch, of, revision: seenRevision(snapshot, { patch, of }) };
  });
  return [...puts.map((edit) => ({ type: "put", edit }) as const), { type: direction }];
}

/** The patch with the index that its result has on the screen; null when the result is not there. */
export function patchOnScreen(
  { addedAt }: Pick<DetectionSnapshot, "addedAt">,
  { patch, of }: TargetedPatch,
): Patch | null {
  if (of === null) return patch;
  const index = addedAt.get(of);
  return index === undefined ? null : patchAtIndex(patch, index);
}

/** Refers a patch with an index of the screen to its result, which stays right when others add results before it. */
export function targetPatch(
  { addedAt, view }: Pick<DetectionSnapshot, "addedAt" | "view">,
  patch: Patch,
): TargetedPatch {
  const edit = parsePatch(patch);
  if (edit === null || edit.field === "add") return { patch, of: null };
  const id = [...addedAt].find(([, index]) => index === edit.index)?.[0] ?? null;
  const index = id === null ? undefined : view.queue.landed[id]?.added[0];
  return typeof index === "number" ? { patch: patchAtIndex(patch, index), of: null } : { patch, of: id };
}

/**
 * The revision of the field on the screen: that of the detection, or of a newer saved edit of the field. A pending edit hides the server's
 * value, so the field was last seen at that edit's revision. The queue alone cannot tell: meanwhile another tab may have stored that the
 * edit is in conflict, with a value that this tab has not shown.
 */
function seenRevision({ detection, view }: DetectionSnapshot, targeted: TargetedPatch): number {
  const target = targetOf({ id: "", ...targeted });
  const own = view.saved.filter(({ edit }) => targetOf(edit) === target).map(({ delivered }) => delivered.revision);
  const pending = view.queue.edits.filter((edit) => targetOf(edit) === target).map(({ revision }) => revision);
  return Math.max(Math.min(detection.revision, ...pending), ...own);
}

/** Refers to a result by its index, or by the edit that adds it, which stays right when others add results before it. */
export type ResultRef = { of: string | null; index: number };
/** One patch of a gesture, and its result. */
export type PatchPut = { patch: Patch; target: ResultRef };

export const patchesPut = (events: readonly WorkEvent[]): PatchPut[] =>
  events.flatMap((event) => {
    if (event.type !== "put") return [];
    const { id, of, patch } = event.edit;
    const edit = parsePatch(patch);
    if (edit === null) return [];
    return [{ patch, target: edit.field === "add" ? { of: id, index: 0 } : { of, index: edit.index } }];
  });

/** The index of a result on the screen now; null when it is not there. */
export function findResult(
  { addedAt, view, results }: DetectionSnapshot,
  { of, index }: ResultRef,
): { index: number; result: Result } | null {
  const at = of === null ? index : (addedAt.get(of) ?? view.queue.landed[of]?.added[0]);
  const result = typeof at === "number" ? results[at] : undefined;
  return result && typeof at === "number" ? { index: at, result } : null;
}

/** The events that enter recognized values: an edit without an undo step. Undo of the drawing removes them too. */
export function recognitionEvents(
  snapshot: DetectionSnapshot,
  { of, index }: ResultRef,
  values: Alternative[],
): WorkEvent[] {
  const patch = makePatch.values(index, values);
  const targeted = of === null ? targetPatch(snapshot, patch) : { patch, of };
  return [{ type: "put", edit: { id: newKey(), ...targeted, revision: snapshot.detection.revision } }];
}
