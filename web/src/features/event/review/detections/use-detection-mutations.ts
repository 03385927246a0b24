import { SUCCESS } from "@precount/domain";
import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshImages } from "../../../../shared/api/refresh-images.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import type { DetectionRef } from "../saving/work-store.ts";
import { useSession } from "../session/session-context.ts";
import { useMarkReviewed } from "../use-mark-reviewed.ts";
import { type DetectionAnswer, useDetectionUpdate } from "./use-detection-update.ts";
import { showDetectionError } from "./show-detection-error.ts";

const { imageDetection } = trpc;

const BUSY_KEYS = new Set(
  [
    imageDetection.validateImageDetection.mutationKey(),
    imageDetection.invalidateImageDetection.mutationKey(),
    imageDetection.activate.mutationKey(),
    imageDetection.deleteImageDetection.mutationKey(),
    trpc.image.rotateImage.mutationKey(),
  ].map((key) => JSON.stringify(key)),
);

type MutationLike = { options: { mutationKey?: readonly unknown[] | undefined }; state: { variables: unknown } };

/**
 * The mutations of a photo and its detections that block Validate and Unlock while one is running. Those of another photo do not: its
 * answer may still be on the way.
 */
export const busyFilter = ({ detectionSid, imageSid }: DetectionRef) => ({
  predicate: ({ options, state }: MutationLike): boolean =>
    BUSY_KEYS.has(JSON.stringify(options.mutationKey)) &&
    [detectionSid, imageSid].some((sid) => Object.values(state.variables ?? {}).includes(sid)),
});

/** Whether a change of the whole detection is running. */
export const useIsDetectionBusy = (): boolean => useIsMutating(busyFilter(useSession().ref)) > 0;

type Mutate<Input> = (input: Input, options?: { onSuccess?: () => void }) => void;

type DetectionMutations = Readonly<
  Record<"validate" | "invalidate" | "activate" | "delete", Mutate<{ sid: string }>>
> & { pull: Mutate<{ sid: string; index: number }> };

/** The server calls that change a whole detection, with what follows from their answers. */
export function useDetectionMutations(slug: string, imageSid: string): DetectionMutations {
  const queryClient = useQueryClient();
  const update = useDetectionUpdate(slug, imageSid);
  const markReviewed = useMarkReviewed(slug, imageSid);
  const done = (text: string) => (changed: DetectionAnswer) => {
    update(changed);
    feedback.success(text);
    refreshImages(queryClient);
  };
  const { mutate: validate } = useMutation(
    imageDetection.validateImageDetection.mutationOptions({
      onSuccess: (changed) => {
        markReviewed();
        done(SUCCESS.detectionValidated)(changed);
      },
    }),
  );
  const { mutate: invalidate } = useMutation(
    imageDetection.invalidateImageDetection.mutationOptions({ onSuccess: done(SUCCESS.detectionInvalidated) }),
  );
  const { mutate: activate } = useMutation(
    imageDetection.activate.mutationOptions({
      meta: { quiet: true },
      onSuccess: done(SUCCESS.detectionSelected),
      onError: showDetectionError,
    }),
  );
  const { mutate: remove } = useMutation(
    imageDetection.deleteImageDetection.mutationOptions({ onSuccess: done(SUCCESS.detectionDeleted) }),
  );
  const { mutate: pull } = useMutation(
    imageDetection.pullImageDetectionPatches.mutationOptions({ onSuccess: done(SUCCESS.patchesPulled) }),
  );
  return { validate, invalidate, activate, delete: remove, pull };
}
