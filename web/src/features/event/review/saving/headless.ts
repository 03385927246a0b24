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
import { client } from "../../../../shared/api/trpc.ts";
import { type QueuedEdit, targetOf } from "../edit-queue.ts";
import { type DetectionSnapshot, gestureEvents, snapshotOf, stepEvents } from "./gesture.ts";
import type { Direction } from "./history.ts";
import { SaveQueue } from "./save-queue.ts";
import type { WorkEvent } from "./work.ts";
import type { DetectionRef } from "./work-store.ts";

/*
 * The review without a screen, for histories that no hand is quick enough for (`npm run bench -- editing` puts it into pages
 * of a real browser). Outbox, gestures, the browser's store and its locks are the ones that the screen uses; a gesture starts
 * from what stands then, as in `useEdits`.
 */

/** What a person saw of a field when they said something about it, its conflict too, and what they said. */
type Word = { id: string; target: string; saw: unknown[]; said: unknown };
/** An edit that waits for a decision; `theirs` is what stands there now. */
type Trouble = { id: string; state: "conflict" | "refused"; target: string; ours: unknown; theirs: unknown };
type FieldGesture = { act: "code" | "quantity" | "move" | "discard" | "recover"; pick: number; value: string };
type NewGesture = FieldGesture | { act: "add" };
type StepGesture = { act: Direction };

class HeadlessReview {
  readonly #place: DetectionRef;
  readonly #photo: Size;
  #detection: ImageDetection;
  readonly #outbox: SaveQueue;

  constructor(outbox: SaveQueue, place: DetectionRef, photo: Size, detection: ImageDetection) {
    this.#outbox = outbox;
    this.#place = place;
    this.#photo = photo;
    this.#detection = detection;
  }

  /** Shows an answer of the server; an older one than is shown already is no news. */
  show(detection: ImageDetection): void {
    if (detection.revision >= this.#detection.revision) this.#detection = detection;
  }

  /** As a live update does. */
  async refresh(): Promise<void> {
    this.show(await fetchDetection(this.#place));
  }

  results(): readonly Result[] {
    return this.#standing().results;
  }

  /** What came of it in words about fields; nothing when there was nothing to do. */
  do(gesture: NewGesture | StepGesture): Word[] {
    const standing = this.#standing();
    if (isStep(gesture)) return this.#put(standing, this.#step(standing, gesture.act));
    return this.#put(standing, gestureOf(standing, this.#photo, gesture));
  }

  /** Undo and redo at once, with what was before and after, which should be the same; null when there was nothing to undo. */
  thereAndBack(): { before: readonly Result[]; after: readonly Result[]; words: Word[] } | null {
    const before = this.results();
    const there = this.do({ act: "undo" });
    if (there.length === 0) return null;
    const back = this.do({ act: "redo" });
    return { before, after: this.results(), words: [...there, ...back] };
  }

  troubles(): Trouble[] {
    return this.#view().queue.edits.flatMap((edit) =>
      edit.state === "conflict" || edit.state === "refused" ? [troubleOf(edit, edit.state)] : [],
    );
  }

  settle(id: string, choice: "mine" | "theirs"): void {
    const edit = this.#view().queue.edits.find((one) => one.id === id);
    if (edit) this.#outbox.settle(this.#place, edit, choice);
  }

  /** Nothing is on its way or waits, but for decisions. */
  isSettled(): boolean {
    return this.#view().queue.edits.every(({ state }) => state === "conflict" || state === "refused");
  }

  resume(): void {
    this.#outbox.resume();
  }

  /** What the page shows and why, for who looks into something that is wrong. */
  inside(): unknown {
    const { revision, patches } = this.#detection;
    return { revision, patches, view: this.#view() };
  }

  #view() {
    return this.#outbox.view(this.#place.detectionSid);
  }

  #standing(): DetectionSnapshot {
    return snapshotOf(this.#detection, this.#view());
  }

  #step(standing: DetectionSnapshot, direction: Direction): WorkEvent[] {
    const events = stepEvents(standing, direction);
    if (events === "changed") this.#outbox.change(this.#place, [{ type: "forget", direction }]);
    return events === "changed" || events === null ? [] : events;
  }

  #put(standing: DetectionSnapshot, events: WorkEvent[]): Word[] {
    const conflicts = this.troubles();
    if (events.length > 0) this.#outbox.change(this.#place, events);
    return events.flatMap((event) => {
      if (event.type !== "put") return [];
      const { id, of, patch } = event.edit;
      const edit = parsePatch(patch);
      if (edit === null) return [];
      const target = targetOf(event.edit);
      const result = edit.field === "add" || of !== null ? undefined : standing.results[edit.index];
      const theirs = conflicts.filter((one) => one.target === target).map((one) => one.theirs);
      return [{ id, target, saw: [fieldOf(result, edit.field), ...theirs], said: edit.value }];
    });
  }
}

const isStep = (gesture: NewGesture | StepGesture): gesture is StepGesture =>
  gesture.act === "undo" || gesture.act === "redo";

const troubleOf = (edit: QueuedEdit, state: Trouble["state"]): Trouble => ({
  id: edit.id,
  state,
  target: targetOf(edit),
  ours: edit.patch.value,
  theirs: edit.theirs?.value ?? null,
});

const fieldOf = (result: Result | undefined, field: string): unknown =>
  field === "code" || field === "quantity" ? (result?.[field]?.value ?? null) : null;

/** `pick` chooses among the labels of which it can be done. */
function gestureOf(standing: DetectionSnapshot, photo: Size, gesture: NewGesture): WorkEvent[] {
  if (gesture.act === "add") return gestureEvents(standing, [makePatch.add(newSticker(photo))]);
  const { act, pick, value } = gesture;
  const can = (result: Result): boolean =>
    act === "recover" ? result.discarded : resultCan.edit(result).ok && result.label === "sticker";
  const indexes = standing.results.flatMap((result, index) => (can(result) ? [index] : []));
  const index = indexes[pick % indexes.length];
  const result = index === undefined ? undefined : standing.results[index];
  if (index === undefined || !result) return [];
  return gestureEvents(standing, [patchOf(act, index, result, value, pick)]);
}

function patchOf(act: FieldGesture["act"], index: number, { rect }: Result, value: string, pick: number): Patch {
  switch (act) {
    case "code":
      return makePatch.code(index, value);
    case "quantity":
      return makePatch.quantity(index, value);
    case "move":
      return makePatch.rect(index, { ...rect, x: (rect.x + pick) % 1000 });
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
let outbox: SaveQueue | null = null;

/**
 * Opens an image for editing.
 * @param said hears the ids of edits as soon as the page would call them saved
 */
async function openReview(place: DetectionRef, photo: Size, said: (ids: string[]) => void): Promise<HeadlessReview> {
  outbox ??= startOutbox(place.userSid);
  const { detectionSid } = place;
  const held = outbox;
  held.subscribe(() => {
    const ids = held.view(detectionSid).saved.map(({ edit }) => edit.id);
    if (ids.length > 0) said(ids);
  });
  await held.loaded;
  const review = new HeadlessReview(held, place, photo, await fetchDetection(place));
  reviews.set(detectionSid, review);
  return review;
}

function startOutbox(userSid: string): SaveQueue {
  const started = new SaveQueue(userSid, ({ detectionSid }, answer) => reviews.get(detectionSid)?.show(answer));
  started.open();
  return started;
}

Object.assign(globalThis, { openReview });
