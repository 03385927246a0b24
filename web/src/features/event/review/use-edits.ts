import { type Alternative, type ImageDetection, type Patch, type Result, checkField, makePatch } from "@precount/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { type Answers, trpc } from "../../../shared/api/trpc.ts";
import { type EditQueue, type QueuedEdit, type SaveState, changesReading, saveState, targetOf } from "./edit-queue.ts";
import {
  type PatchPut,
  type DetectionSnapshot,
  type ResultRef,
  targetPatch,
  findResult,
  gestureEvents,
  patchesPut,
  recognitionEvents,
  patchOnScreen,
  snapshotOf,
  stepEvents,
} from "./saving/gesture.ts";
import type { Direction } from "./saving/history.ts";
import type { SaveQueue } from "./saving/save-queue.ts";
import { useSaveQueue, useSaveQueueValue } from "./saving/save-queue-context.ts";
import { useUndoKeys } from "./saving/use-undo-keys.ts";
import type { DetectionRef } from "./saving/work-store.ts";

export type Edits = {
  queue: EditQueue;
  state: SaveState;
  /** The server's results with what it does not have yet. */
  results: readonly Result[];
  patches: readonly Patch[];
  /** One gesture, one step to undo: one patch, or several that belong together. */
  put: (patch: Patch | readonly Patch[]) => readonly PatchPut[];
  /** Where a result stands now, however long ago it was put. */
  find: (target: ResultRef) => { index: number; result: Result } | null;
  /** What a reader said of a drawn sticker. */
  fill: (target: ResultRef, values: Alternative[]) => void;
  retry: () => void;
  /** Resolves once nothing waits or is on its way; false when something could not be saved now. */
  whenSettled: () => Promise<boolean>;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
  /** What is typed into a field and not entered yet, kept with every key. */
  drafts: Drafts;
  /** Decides a conflict, or gives a refused edit up. */
  settle: (edit: QueuedEdit, choice: "mine" | "theirs") => void;
};

export type Drafts = {
  subscribe: (listener: () => void) => () => void;
  get: (path: string) => string | null;
  set: (path: string, text: string | null) => void;
};

export type DetectionAnswer = Answers["imageDetection"]["validateImageDetection"];

/** Puts an answer of the server into the image that is shown, and tells the lists that they are old. */
export function useDetectionUpdate(slug: string, imageSid: string): (detection: DetectionAnswer) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (detection) => {
      queryClient.setQueryData(
        trpc.image.getProjectImage.queryKey({ projectSlug: slug, imageSid }),
        (image) =>
          image && {
            ...image,
            detections: image.detections
              .map((other) => (other.sid === detection.sid ? detection : other))
              .filter(({ status }) => status !== "discarded"),
          },
      );
    },
    [queryClient, slug, imageSid],
  );
}

export function useEdits(slug: string, imageSid: string, detection: ImageDetection): Edits {
  const outbox = useSaveQueue();
  const { sid } = detection;
  const { userSid } = outbox;
  const place = useMemo((): DetectionRef => ({ userSid, detectionSid: sid, imageSid, slug }), [userSid, sid, imageSid, slug]);
  const view = useSaveQueueValue((now) => now.view(sid));
  const connection = useSaveQueueValue((now) => now.connection);
  const standing = useMemo(() => snapshotOf(detection, view), [detection, view]);
  const shown = useRef(detection);
  useEffect(() => {
    shown.current = detection;
  }, [detection]);

  // Two edits may come before the screen is drawn again: each starts from what stands then.
  const last = useRef(standing);
  const now = useCallback(() => {
    const view = outbox.view(sid);
    if (last.current.detection !== shown.current || last.current.view !== view) {
      last.current = snapshotOf(shown.current, view);
    }
    return last.current;
  }, [outbox, sid]);
  const put = useCallback(
    (patches: Patch | readonly Patch[]) => {
      const events = gestureEvents(now(), [patches].flat());
      outbox.change(place, events);
      return patchesPut(events);
    },
    [outbox, place, now],
  );
  const find = useCallback((target: ResultRef) => findResult(now(), target), [now]);
  const fill = useCallback(
    (target: ResultRef, values: Alternative[]) => outbox.change(place, recognitionEvents(now(), target, values)),
    [outbox, place, now],
  );
  const step = useCallback(
    (direction: Direction) => {
      const events = stepEvents(now(), direction);
      if (events === "changed") {
        feedback.warning(`Nothing to ${direction} here: someone else has changed it since.`);
        outbox.change(place, [{ type: "forget", direction }]);
      } else if (events !== null) outbox.change(place, events);
    },
    [outbox, place, now],
  );
  const undo = useCallback(() => step("undo"), [step]);
  const redo = useCallback(() => step("redo"), [step]);
  useUndoKeys(undo, redo);
  const drafts = useDrafts(outbox, place, now);
  useEnterDrafts(outbox, place, now, put);

  const state = saveState(view.queue, connection);
  return {
    queue: useMemo(() => shownQueue(standing), [standing]),
    state,
    results: standing.results,
    patches: standing.patches,
    put,
    find,
    fill,
    undo,
    redo,
    canUndo: view.history.undo.length > 0,
    canRedo: view.history.redo.length > 0,
    drafts,
    retry: useCallback(() => outbox.retry(), [outbox]),
    settle: useCallback((edit, choice) => outbox.settle(place, edit, choice), [outbox, place]),
    whenSettled: useSettled(state),
  };
}

/** The edits of this page's lifetime, each on the result it means as the screen numbers them. */
function shownQueue(standing: DetectionSnapshot): EditQueue {
  const { queue, saved } = standing.view;
  const edits = queue.edits.map((edit) => changed(edit, { patch: patchOnScreen(standing, edit) ?? edit.patch }));
  const done = saved.map(({ edit }) => changed(edit, { state: "saved" }));
  return { ...queue, edits: [...done, ...edits] };
}

const changed = (edit: QueuedEdit, to: Partial<QueuedEdit>): QueuedEdit => ({ ...edit, ...to });

const targetAt = (standing: DetectionSnapshot, path: string): string =>
  targetOf({ id: "", ...targetPatch(standing, { op: "replace", path, value: "" }) });

function useDrafts(outbox: SaveQueue, place: DetectionRef, now: () => DetectionSnapshot): Drafts {
  return useMemo(
    () => ({
      subscribe: outbox.subscribe,
      get: (path) => outbox.draft(place.detectionSid, targetAt(now(), path))?.text ?? null,
      set: (path, text) => {
        const standing = now();
        const target = targetAt(standing, path);
        const { revision } = standing.detection;
        outbox.change(place, [{ type: "draft", target, draft: text === null ? null : { text, revision } }]);
      },
    }),
    [outbox, place, now],
  );
}

/** What was typed when a page went away is entered now, as leaving the field would have. What is no value yet stays. */
function useEnterDrafts(outbox: SaveQueue, place: DetectionRef, now: () => DetectionSnapshot, put: Edits["put"]): void {
  useEffect(() => {
    const enter = (target: string): void => {
      const draft = outbox.draft(place.detectionSid, target);
      const [, digits = "", field = ""] = /^(\d+) (code|quantity)$/.exec(target) ?? [];
      const result = now().results[Number(digits)];
      if (draft === null || digits === "" || !result || (field !== "code" && field !== "quantity")) return;
      const value = draft.text.trim();
      if (!checkField(result.label, field, value).ok) return;
      if (changesReading(result[field], value)) put(makePatch[field](Number(digits), value));
      else outbox.change(place, [{ type: "draft", target, draft: null }]);
    };
    const enterAll = async (): Promise<void> => {
      await outbox.loaded;
      for (const target of Object.keys(outbox.drafts(place.detectionSid))) enter(target);
    };
    void enterAll();
    return outbox.onTaken(({ place: { detectionSid }, events }) => {
      if (detectionSid !== place.detectionSid) return;
      for (const event of events) if (event.type === "draft") enter(event.target);
    });
  }, [outbox, place, now, put]);
}

function useSettled(state: SaveState): () => Promise<boolean> {
  const waiters = useRef<((isSaved: boolean) => void)[]>([]);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
    if (state === "saving") return;
    for (const resolve of waiters.current.splice(0)) resolve(state === "saved");
  }, [state]);
  return useCallback(
    () =>
      // A field that loses focus by the very click that asks puts its edit first; the state follows a moment later.
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          if (latest.current === "saving") waiters.current.push(resolve);
          else resolve(latest.current === "saved");
        });
      }),
    [],
  );
}
