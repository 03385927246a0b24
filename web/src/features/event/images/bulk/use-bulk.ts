import { mutationFailed } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useRef, useState } from "react";
import { errorCode } from "../../../../shared/api/errors.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { newKey } from "../../../../shared/browser/new-key.ts";
import { client, trpc } from "../../../../shared/api/trpc.ts";
import { bulkNotice } from "./BulkNotice.tsx";
import { type BulkOutcome, runInBatches } from "./run-in-batches.ts";
import { type Asked, undoOf } from "./undo.ts";
import type { BulkVerb } from "./words.ts";

/** How far a bulk action is, in images. */
export type BulkProgress = { verb: BulkVerb; count: number; total: number };
export type Bulk = { run: (asked: Asked) => void; progress: BulkProgress | null };

/**
 * Does something to many images and says how it went, with Undo where there is one. Of one alone it says what the single
 * verb would say.
 * @param onDone gets the sids of what was changed
 */
export function useBulk(onDone: (sids: readonly string[]) => void): Bulk {
  const queryClient = useQueryClient();
  const { notification } = App.useApp();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const notice = useRef("");
  const mutation = useMutation({
    mutationFn: (asked: Asked) => send(asked, setProgress),
    onSettled: () => {
      setProgress(null);
      void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() });
      void queryClient.invalidateQueries({ queryKey: trpc.image.pathKey() });
    },
    onSuccess: (outcome, asked) => {
      onDone(outcome.done.map(({ sid }) => sid));
      if (errorCode(outcome.error) === "UNAUTHORIZED") return feedback.signedOut();
      const [only] = outcome.refused;
      // One alone answers as its own verb would (spec §8).
      if (asked.images.length === 1 && only && !asked.isUndo) return feedback.error(mutationFailed(only.reason));
      const undo = undoOf(asked, outcome.done);
      // One at a time: the latest is the one to take back. Each has a key of its own, for it has a time of its own.
      notification.destroy(notice.current);
      const key = newKey();
      notice.current = key;
      return notification.open(
        bulkNotice({
          key,
          verb: asked.verb,
          isUndo: asked.isUndo ?? false,
          outcome,
          onUndo: undo && (() => mutation.mutate(undo)),
          onClose: () => notification.destroy(key),
        }),
      );
    },
  });
  return { run: (asked) => mutation.mutate(asked), progress };
}

function send(asked: Asked, onProgress: (progress: BulkProgress) => void): Promise<BulkOutcome> {
  const total = asked.images.length;
  const told = (count: number): void => onProgress({ verb: asked.verb, count, total });
  told(0);
  const { image } = client;
  if (asked.verb === "invalidate") {
    return runInBatches(asked.images, (images) => image.invalidateImages.mutate({ images }), told);
  }
  if (asked.verb === "detect") {
    const { modelSid } = asked;
    return runInBatches(asked.images, (images) => image.detectImages.mutate({ images, modelSid }), told);
  }
  const calls = { validate: image.validateImages, reject: image.rejectImages, recover: image.recoverImages };
  const call = calls[asked.verb];
  return runInBatches(asked.images, (images) => call.mutate({ images }), told);
}
