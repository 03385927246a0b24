import { mutationFailed } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useRef, useState } from "react";
import { errorCode } from "../../../../shared/api/errors.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { newKey } from "../../../../shared/browser/new-key.ts";
import { refreshImages } from "../../../../shared/api/refresh-images.ts";
import { client } from "../../../../shared/api/trpc.ts";
import { bulkNotice } from "./BulkNotice.tsx";
import { type BulkOutcome, runInBatches } from "./run-in-batches.ts";
import { type BulkRequest, undoOf } from "./undo.ts";
import type { BulkVerb } from "./texts.ts";

/** The progress of a bulk action, in images. */
export type BulkProgress = { verb: BulkVerb; count: number; total: number };
type Bulk = {
  /** @param onAnswer called with the outcome unless the whole action failed */
  run: (request: BulkRequest, onAnswer?: (outcome: BulkOutcome) => void) => void;
  progress: BulkProgress | null;
};

/**
 * Runs an action on many images and shows the result with Undo. For a single image it shows the message of the single action.
 * @param onDone receives the ids of the changed images
 */
export function useBulk(onDone: (sids: readonly string[]) => void): Bulk {
  const queryClient = useQueryClient();
  const { notification } = App.useApp();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const noticeKey = useRef("");
  const mutation = useMutation({
    mutationFn: (request: BulkRequest) => send(request, setProgress),
    onSettled: () => {
      setProgress(null);
      refreshImages(queryClient);
    },
    onSuccess: (outcome, request) => {
      onDone(outcome.done.map(({ sid }) => sid));
      if (errorCode(outcome.error) === "UNAUTHORIZED") return feedback.signedOut();
      const [only] = outcome.refused;
      // A single image shows the message of the single action (spec §8).
      if (request.images.length === 1 && only && !request.isUndo) return feedback.error(mutationFailed(only.reason));
      const undo = undoOf(request, outcome.done);
      // One notice at a time, because only the latest action can be undone. A new key restarts the display time.
      notification.destroy(noticeKey.current);
      const key = newKey();
      noticeKey.current = key;
      return notification.open(
        bulkNotice({
          key,
          verb: request.verb,
          isUndo: request.isUndo ?? false,
          outcome,
          onUndo: undo && (() => mutation.mutate(undo)),
          onClose: () => notification.destroy(key),
        }),
      );
    },
  });
  return { run: (request, onSuccess) => mutation.mutate(request, onSuccess && { onSuccess }), progress };
}

function send(request: BulkRequest, onProgress: (progress: BulkProgress) => void): Promise<BulkOutcome> {
  const total = request.images.length;
  const report = (count: number): void => onProgress({ verb: request.verb, count, total });
  report(0);
  const { image } = client;
  if (request.verb === "invalidate") {
    return runInBatches(request.images, (images) => image.invalidateImages.mutate({ images }), report);
  }
  if (request.verb === "detect") {
    const { modelSid } = request;
    return runInBatches(request.images, (images) => image.detectImages.mutate({ images, modelSid }), report);
  }
  if (request.verb === "reject") {
    const { rejection } = request;
    return runInBatches(request.images, (images) => image.rejectImages.mutate({ images, ...rejection }), report);
  }
  const calls = { validate: image.validateImages, recover: image.recoverImages };
  const call = calls[request.verb];
  return runInBatches(request.images, (images) => call.mutate({ images }), report);
}
