import {
  type Alternative,
  type ImageDetection,
  type Patch,
  type Result,
  applyPatches,
  inversePatches,
  makePatch,
  parsePatch,
} from "@precount/domain";
import { newKey } from "../../../../shared/browser/new-key.ts";
import { patchAtIndex, shownPatches, targetOf } from "../edit-queue.ts";
import { type TargetedPatch, type Direction, isUnchangedSince, stepOf } from "./history.ts";
import type { SaveQueueView } from "./save-queue.ts";
import type { WorkEvent } from "./work.ts";

/** The detection as the person sees it: the server's, what it has said since, and what it does not have yet. */
export type DetectionSnapshot = {
  detection: ImageDetection;
  view: SaveQueueView;
  patches: readonly Patch[];
  results: readonly Result[];
  /** Where results stand whose add the server's answer on the screen does not hold. */
  addedAt: ReadonlyMap<string, number>;
};

export function snapshotOf(detection: ImageDetection, view: SaveQueueView): DetectionSnapshot {
  // Another tab's word that an edit is delivered comes a moment before the queue without it.
  const queued = new Set(view.queue.edits.map(({ id }) => id));
  const news = view.saved
    .filter(({ edit, delivered }) => delivered.revision > detection.revision && !queued.has(edit.id))
    .map(({ edit }) => edit);
  const edits = [...news, ...view.queue.edits];
  const { patches, addedAt } = shownPatches(detection, { ...view.queue, edits });
  const results = edits.length === 0 ? detection.results : applyPatches(detection.predictions, patches);
  return { detection, view, patches, results, addedAt };
}

/** What one gesture puts into the outbox, with the step that takes it back. */
export function gestureEvents(standing: DetectionSnapshot, patches: readonly Patch[]): WorkEvent[] {
  const { detection, results } = standing;
  const addedAt = new Map(standing.addedAt);
  let count = results.length;
  const made = patches.map((patch) => {
    const id = newKey();
    const aimed = targetPatch({ ...standing, addedAt }, patch);
    if (patch.op === "add") addedAt.set(id, count++);
    return { id, ...aimed, revision: seenRevision(standing, aimed) };
  });
  const aimAt = (patch: Patch): TargetedPatch => targetPatch({ ...standing, addedAt }, patch);
  const after = made.map(({ id, patch, of }) =>
    // What was added is taken back by discarding it, and comes again by being recovered: its index stays taken.
    patch.op === "add" ? aimAt(makePatch.recover(addedAt.get(id) ?? 0)) : { patch, of },
  );
  const before = inversePatches(detection.predictions, standing.patches, patches).map(aimAt);
  return [...made.map((edit) => ({ type: "put", edit }) as const), { type: "did", gesture: { before, after } }];
}

/** One step back or forth; 'changed' when others changed since what it would change, null when there is none. */
export function stepEvents(standing: DetectionSnapshot, direction: Direction): WorkEvent[] | "changed" | null {
  const step = stepOf(standing.view.history, direction);
  if (!step) return null;
  const over = step.over.map((one) => patchOnScreen(standing, one));
  if (over.includes(null)) return "changed";
  if (
    !isUnchangedSince(
      standing.results,
      over.filter((patch) => patch !== null),
    )
  )
    return "changed";
  const puts = step.put.map(({ patch, of }) => {
    return { id: newKey(), patch, of, revision: seenRevision(standing, { patch, of }) };
  });
  return [...puts.map((edit) => ({ type: "put", edit }) as const), { type: direction }];
}

/** The patch on the result it means, as the results are numbered on the screen; null when that one is not there. */
export function patchOnScreen(
  { addedAt }: Pick<DetectionSnapshot, "addedAt">,
  { patch, of }: TargetedPatch,
): Patch | null {
  if (of === null) return patch;
  const index = addedAt.get(of);
  return index === undefined ? null : patchAtIndex(patch, index);
}

/** A patch as numbered on the screen, aimed at what it means whatever others add meanwhile. */
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

/** What of the field was on the screen: the server's answer shown, or a newer one to an edit of the same field. */
function seenRevision({ detection, view }: DetectionSnapshot, aimed: TargetedPatch): number {
  const target = targetOf({ id: "", ...aimed });
  const own = view.saved.filter(({ edit }) => targetOf(edit) === target).map(({ delivered }) => delivered.revision);
  return Math.max(detection.revision, ...own);
}

/** A result, found again whatever is added before it meanwhile: by its index, or by the edit that adds it. */
export type ResultRef = { of: string | null; index: number };
/** What a gesture put, and on which result. */
export type PatchPut = { patch: Patch; target: ResultRef };

export const patchesPut = (events: readonly WorkEvent[]): PatchPut[] =>
  events.flatMap((event) => {
    if (event.type !== "put") return [];
    const { id, of, patch } = event.edit;
    const edit = parsePatch(patch);
    if (edit === null) return [];
    return [{ patch, target: edit.field === "add" ? { of: id, index: 0 } : { of, index: edit.index } }];
  });

/** Where on the screen a result stands now; null when it is not there. */
export function findResult(
  { addedAt, view, results }: DetectionSnapshot,
  { of, index }: ResultRef,
): { index: number; result: Result } | null {
  const at = of === null ? index : (addedAt.get(of) ?? view.queue.landed[of]?.added[0]);
  const result = typeof at === "number" ? results[at] : undefined;
  return result && typeof at === "number" ? { index: at, result } : null;
}

/** What a reader said of a result: an edit, but no gesture. What it fills is taken back with the drawing. */
export function recognitionEvents(
  standing: DetectionSnapshot,
  { of, index }: ResultRef,
  values: Alternative[],
): WorkEvent[] {
  const patch = makePatch.values(index, values);
  const aimed = of === null ? targetPatch(standing, patch) : { patch, of };
  return [{ type: "put", edit: { id: newKey(), ...aimed, revision: standing.detection.revision } }];
}
