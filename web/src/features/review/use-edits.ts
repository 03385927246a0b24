import { type ImageDetection, type Patch, type Result, applyPatches } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useReducer, useRef } from "react";
import { errorMessage } from "../../lib/errors.ts";
import { type Answers, trpc } from "../../lib/trpc.ts";
import {
  type EditQueue,
  NO_EDITS,
  type SaveState,
  nextBatch,
  reduceEdits,
  saveState,
  unsavedPatches,
} from "./edit-queue.ts";

export type Edits = {
  queue: EditQueue;
  state: SaveState;
  /** The server's results with what it does not have yet. */
  results: readonly Result[];
  patches: readonly Patch[];
  put: (patch: Patch) => void;
  retry: () => void;
  drop: (paths: readonly string[]) => void;
  /** Resolves once nothing waits or is on its way; false when something failed. */
  whenSettled: () => Promise<boolean>;
};

export type DetectionAnswer = Answers["imageDetection"]["pushImageDetectionPatches"];

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
            detections: image.detections.map((other) => (other.sid === detection.sid ? detection : other)),
          },
      );
    },
    [queryClient, slug, imageSid],
  );
}

export function useEdits(slug: string, imageSid: string, detection: ImageDetection): Edits {
  const [queue, dispatch] = useReducer(reduceEdits, NO_EDITS);
  const update = useDetectionUpdate(slug, imageSid);
  const { mutate } = useMutation(
    trpc.imageDetection.pushImageDetectionPatches.mutationOptions({
      meta: { quiet: true }, // The field itself shows what went wrong.
      onSuccess: (saved) => {
        update(saved);
        dispatch({ type: "saved" });
      },
      onError: (error) => dispatch({ type: "failed", message: errorMessage(error) }),
    }),
  );
  const { sid, revision } = detection;
  useEffect(() => {
    const patches = nextBatch(queue);
    if (patches.length === 0) return;
    dispatch({ type: "send" });
    // The key tells the server a batch it already has, when only its answer was lost.
    mutate({ sid, patches, revision, key: crypto.randomUUID() });
  }, [queue, sid, revision, mutate]);

  const state = saveState(queue);
  const whenSettled = useSettled(state);
  const unsaved = useMemo(() => unsavedPatches(queue), [queue]);
  const patches = useMemo(() => [...detection.patches, ...unsaved], [detection.patches, unsaved]);
  const results = useMemo(
    () => (unsaved.length === 0 ? detection.results : applyPatches(detection.predictions, patches)),
    [detection, patches, unsaved],
  );
  return {
    queue,
    state,
    results,
    patches,
    put: useCallback((patch) => dispatch({ type: "put", patch }), []),
    retry: useCallback(() => dispatch({ type: "retry" }), []),
    drop: useCallback((paths) => dispatch({ type: "drop", paths }), []),
    whenSettled,
  };
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
