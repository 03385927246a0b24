import { type Image, type ImageDetection, type Rotation, SUCCESS } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { errorMessage } from "../../lib/errors.ts";
import { feedback } from "../../lib/feedback.ts";
import { trpc } from "../../lib/trpc.ts";
import { type DetectionAnswer, type Edits, useDetectionUpdate } from "./use-edits.ts";

export type DetectionActions = {
  isRunning: boolean;
  validate: () => void;
  invalidate: () => void;
  select: () => void;
  remove: () => void;
  pull: (index: number) => void;
  rotate: (rotation: Rotation) => void;
};

/** What is done to a whole detection. Everything waits until the edits before it are saved. */
export function useDetectionActions(
  slug: string,
  image: Image,
  detection: ImageDetection,
  edits: Edits,
): DetectionActions {
  const queryClient = useQueryClient();
  const { notification } = App.useApp();
  const update = useDetectionUpdate(slug, image.sid);
  const done = (text: string) => (changed: DetectionAnswer) => {
    update(changed);
    feedback.success(text);
    // The image's status follows from its detections', and the event's progress from the images'.
    void queryClient.invalidateQueries({ queryKey: trpc.image.pathKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() });
  };
  const { imageDetection } = trpc;
  const validate = useMutation(
    imageDetection.validateImageDetection.mutationOptions({ onSuccess: done(SUCCESS.detectionValidated) }),
  );
  const invalidate = useMutation(
    imageDetection.invalidateImageDetection.mutationOptions({ onSuccess: done(SUCCESS.detectionInvalidated) }),
  );
  const select = useMutation(
    imageDetection.activate.mutationOptions({
      meta: { quiet: true },
      onSuccess: done(SUCCESS.detectionSelected),
      // Spec §8: select, run and create tell their error in a notification.
      onError: (error) => notification.error({ title: "Error", description: errorMessage(error) }),
    }),
  );
  const remove = useMutation(
    imageDetection.deleteImageDetection.mutationOptions({ onSuccess: done(SUCCESS.detectionDeleted) }),
  );
  const pull = useMutation(
    imageDetection.pullImageDetectionPatches.mutationOptions({ onSuccess: done(SUCCESS.patchesPulled) }),
  );
  const rotate = useMutation(
    trpc.image.rotateImage.mutationOptions({
      onSuccess: (rotated) => {
        queryClient.setQueryData(
          trpc.image.getProjectImage.queryKey({ projectSlug: slug, imageSid: image.sid }),
          rotated,
        );
        void queryClient.invalidateQueries({ queryKey: trpc.project.fetchProjectWithImages.queryKey() });
        feedback.success(SUCCESS.imageRotated);
      },
    }),
  );
  const { sid } = detection;
  const afterEdits = async (act: () => void): Promise<void> => {
    if (await edits.whenSettled()) act();
    else feedback.warning("Some edits are not saved yet. Retry them first.");
  };
  return {
    isRunning: [validate, invalidate, select, remove, rotate].some((mutation) => mutation.isPending),
    validate: () => void afterEdits(() => validate.mutate({ sid })),
    invalidate: () => void afterEdits(() => invalidate.mutate({ sid })),
    select: () => void afterEdits(() => select.mutate({ sid })),
    remove: () => void afterEdits(() => remove.mutate({ sid })),
    pull: (index) => void afterEdits(() => pull.mutate({ sid, index })),
    rotate: (rotation) => void afterEdits(() => rotate.mutate({ imageSid: image.sid, rotation })),
  };
}
