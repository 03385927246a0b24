import {
  type ImageDetection,
  type Patch,
  type Result,
  type Size,
  makePatch,
  newSticker,
  parsePatch,
  resultCan,
} from "@precount/domain";
import { client } from "../../../../web/src/shared/api/trpc.ts";
import { type QueuedEdit, targetOf } from "../../../../web/src/features/event/review/edit-queue.ts";
import {
  type DetectionSnapshot,
  gestureEvents,
  snapshotOf,
  stepEvents,
} from "../../../../web/src/features/event/review/saving/gesture.ts";
import type { Direction, Frame } from "../../../../web/src/features/event/review/saving/history.ts";
import { SaveQueue } from "../../../../web/src/features/event/review/saving/save-queue.ts";
import type { WorkEvent } from "../../../../web/src/features/event/review/saving/work.ts";
import type { DetectionRef } from "../../../../web/src/features/event/review/saving/work-store.ts";
import type { Edit } from "./checker.ts";

/*
 * The review without a screen, for random histories of edits that are made faster than a person could. `npm run bench -- editing` runs it in
 * pages of a real browser. It uses the app's own save queue, gestures, browser storage and locks. A gesture starts from the
 * current snapshot, as in `ReviewSession`.
 */

/** An edit that waits for a decision. `theirs`: the value on the server. */
type UnresolvedEdit = Pick<QueuedEdit, "id" | "revision"> & {
  state: "conflict" | "refused";
  target: string;
  ours: unknown;
  theirs: unknown;
};
type FieldGesture = { act: "code" | "quantity" | "move" | "discard" | "recover"; pick: number; value: string };
type NewGesture = FieldGesture | { act: "add" };
type StepGesture = { act: Direction };

class HeadlessReview {
  readonly #place: DetectionRef;
  readonly #photo: Size;
  #detection: ImageDetection;
  readonly #queue: SaveQueue;

  constructor(queue: SaveQueue, place: DetectionRef, photo: Size, detection: ImageDetection) {
    this.#queue = queue;
    this.#place = place;
    this.#photo = photo;
    this.#detection = detection;
  }

  /** Takes a detection that the server has sent, unless it is older than the current one. */
  show(detection: ImageDetection): void {
    if (detection.revision >= this.#detection.revision) this.#detection = detection;
  }

  /** Fetches the detection, as after a live update. */
  async refresh(): Promise<void> {
    this.show(await fetchDetection(this.#place));
  }

  results(): readonly Result[] {
    return this.#snapshot().results;
  }

  /** Makes a gesture. @returns its edits; none when there was nothing to do */
  do(gesture: NewGesture | StepGesture): Edit[] {
    const snapshot = this.#snapshot();
    if (isStep(gesture)) return this.#put(snapshot, this.#step(snapshot, gesture.act));
    return this.#put(snapshot, gestureOf(snapshot, this.#photo, gesture));
  }

  /** Undoes and redoes one step. Results before and after should be the same. Null when there was nothing to undo. */
  undoAndRedo(): { before: readonly Result[]; after: readonly Result[]; edits: Edit[] } | null {
    const before = this.results();
    const undone = this.do({ act: "undo" });
    if (undone.length === 0) return null;
    const redone = this.do({ act: "redo" });
    return { before, after: this.results(), edits: [...undone, ...redone] };
  }

  unresolvedEdits(): UnresolvedEdit[] {
    return this.#view().queue.edits.flatMap((edit) =>
      edit.state === "conflict" || edit.state === "refused" ? [unresolvedEditOf(edit, edit.state)] : [],
    );
  }

  settle(edit: UnresolvedEdit, choice: "mine" | "theirs"): void {
    this.#queue.resolve(this.#place, edit, choice);
  }

  /** Whether all edits are saved, except those that wait for a decision. */
  isSettled(): boolean {
    return this.#view().queue.edits.every(({ state }) => state === "conflict" || state === "refused");
  }

  resume(): void {
    this.#queue.resume();
  }

  /** The state of the page, for the report of a failure. */
  debugState(): unknown {
    const { revision, patches } = this.#detection;
    return { revision, patches, view: this.#view() };
  }

  #view() {
    return this.#queue.view(this.#place.detectionSid);
  }

  #snapshot(): DetectionSnapshot {
    return snapshotOf(this.#detection, this.#view());
  }

  #step(snapshot: DetectionSnapshot, direction: Direction): WorkEvent[] {
    const events = stepEvents(snapshot, direction, unrotated(this.#photo));
    if (events === "changed") this.#queue.change(this.#place, [{ type: "forget", direction }]);
    return events === "changed" || events === null ? [] : events;
  }

  #put(snapshot: DetectionSnapshot, events: WorkEvent[]): Edit[] {
    const conflicts = this.unresolvedEdits();
    if (events.length > 0) this.#queue.change(this.#place, events);
    return events.flatMap((event) => {
      if (event.type !== "put") return [];
      const { id, of, patch } = event.edit;
      const edit = parsePatch(patch);
      if (edit === null) return [];
      const target = targetOf(event.edit);
      const result = edit.field === "add" || of !== null ? undefined : snapshot.results[edit.index];
      const theirs = conflicts.filter((conflict) => conflict.target === target).map((conflict) => conflict.theirs);
      return [{ id, target, seenValues: [fieldOf(result, edit.field), ...theirs], newValue: edit.value }];
    });
  }
}

const isStep = (gesture: NewGesture | StepGesture): gesture is StepGesture =>
  gesture.act === "undo" || gesture.act === "redo";

const unresolvedEditOf = (edit: QueuedEdit, state: UnresolvedEdit["state"]): UnresolvedEdit => ({
  id: edit.id,
  revision: edit.revision,
  state,
  target: targetOf(edit),
  ours: edit.patch.value,
  theirs: edit.theirs?.value ?? null,
});

const fieldOf = (result: Result | undefined, field: string): unknown =>
  field === "code" || field === "quantity" ? (result?.[field]?.value ?? null) : null;

/** No user of the bench rotates the photo. */
const unrotated = (size: Size): Frame => ({ size, orientation: "normal" });

/** The edits of a gesture. `pick` chooses one of the results that allow it. */
function gestureOf(snapshot: DetectionSnapshot, photo: Size, gesture: NewGesture): WorkEvent[] {
  if (gesture.act === "add") return gestureEvents(snapshot, [makePatch.add(newSticker(photo))], unrotated(photo));
  const { act, pick, value } = gesture;
  const can = (result: Result): boolean =>
    act === "recover" ? result.discarded : resultCan.edit(result).ok && result.label === "sticker";
  const indexes = snapshot.results.flatMap((result, index) => (can(result) ? [index] : []));
  const index = indexes[pick % indexes.length];
  const result = index === undefined ? undefined : snapshot.results[index];
  if (index === undefined || !result) return [];
  return gestureEvents(snapshot, [patchOf(act, index, result, value, pick)], unrotated(photo));
}

function patchOf(act: FieldGesture["act"], index: number, { rect }: Result, value: string, pick: number): Patch {
  switch (act) {
    case "code":
      return makePatch.code(index, value);
    case "quantity":
      return makePatch.quantity(index, value);
    case "move":
      return makePatch.rect(index, { ...rect, x: 100 + ((rect.x + pick) % 1000) });
    case "discard":
      return makePatch.discard(index);
    case "recover":
    default:
      return makePatch.recover(index);
  }
}

async function fetchDetection({ slug, imageSid, detectionSid }: DetectionRef): Promise<ImageDetection> {
  const image = await client.image.getProjectImage.query({ projectSlug: slug, imageSid });
  const detection = image.detections.find(({ sid }) => sid === detectionSid);
  if (!detection) throw new Error("The image has no such detection.");
  return detection;
}

const reviews = new Map<string, HeadlessReview>();
let queue: SaveQueue | null = null;

/**
 * Opens an image for editing.
 * @param onSaved is called with the ids of the edits that the page shows as saved
 */
async function openReview(place: DetectionRef, photo: Size, onSaved: (ids: string[]) => void): Promise<HeadlessReview> {
  queue ??= startQueue(place.userSid);
  const { detectionSid } = place;
  const opened = queue;
  opened.subscribe(() => {
    const ids = opened.view(detectionSid).saved.map(({ edit }) => edit.id);
    if (ids.length > 0) onSaved(ids);
  });
  await opened.loaded;
  const review = new HeadlessReview(opened, place, photo, await fetchDetection(place));
  reviews.set(detectionSid, review);
  return review;
}

function startQueue(userSid: string): SaveQueue {
  const started = new SaveQueue(userSid, {
    onAnswer: ({ detectionSid }, answer) => reviews.get(detectionSid)?.show(answer),
    onRefusal: () => undefined,
  });
  started.open();
  return started;
}

Object.assign(globalThis, { openReview });
