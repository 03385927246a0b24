import { type DetectionVerb, type Image, type ImageDetection, type Rotation, SUCCESS } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { errorMessage } from "../../../shared/api/errors.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { waitingCount } from "./edit-queue.ts";
import { useSaveQueue } from "./saving/save-queue-context.ts";
import { useSettled } from "./use-settled.ts";
import { type DetectionAnswer, type Edits, useDetectionUpdate } from "./use-edits.ts";

export type DetectionActions = {
  isRunning: boolean;
  /** @param then what is to be done when it is validated */
  validate: (then?: () => void) => void;
  invalidate: () => void;
  /** The same of any detection of the image. */
  act: (verb: DetectionVerb, detection: ImageDetection) => void;
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
  const { notification, modal } = App.useApp();
  const outbox = useSaveQueue();
  const update = useDetectionUpdate(slug, image.sid);
  const settled = useSettled(slug, image.sid);
  const done = (text: string) => (changed: DetectionAnswer) => {
    update(changed);
    feedback.success(text);
    // The image's status follows from its detections', and the event's progress from the images'.
    void queryClient.invalidateQueries({ queryKey: trpc.image.pathKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() });
  };
  const { imageDetection } = trpc;
  const validate = useMutation(
    imageDetection.validateImageDetection.mutationOptions({
      onSuccess: (changed) => {
        settled();
        done(SUCCESS.detectionValidated)(changed);
      },
    }),
  );
  const invalidate = useMutation(
    imageDetection.invalidateImageDetection.mutationOptions({ onSuccess: done(SUCCESS.detectionInvalidated) }),
  );
  const activate = useMutation(
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
  /** The one on the screen saves as one watches; another one's edits wait only where they could not be saved. */
  const isSaved = (of: string): Promise<boolean> =>
    of === sid ? edits.whenSettled() : Promise.resolve(waitingCount(outbox.view(of).queue) === 0);
  const afterEdits = async (of: string, act: () => void): Promise<void> => {
    if (await isSaved(of)) act();
    else feedback.warning("Some edits are not saved yet. Retry them first.");
  };
  const verbs = { validate, invalidate, activate, delete: remove };
  const run = (verb: DetectionVerb, of: string): void => void afterEdits(of, () => verbs[verb].mutate({ sid: of }));
  const act = (verb: DetectionVerb, one: ImageDetection): void => {
    if (verb !== "delete") return run(verb, one.sid);
    void modal.confirm({
      title: `Delete the detection of ${one.model.name}?`,
      content: "Its labels and every edit of them leave the screen. There is no way back but to detect again.",
      okText: "Delete",
      okButtonProps: { danger: true },
      onOk: () => run(verb, one.sid),
    });
  };
  return {
    isRunning: [validate, invalidate, activate, remove, rotate].some((mutation) => mutation.isPending),
    validate: (then) =>
      void afterEdits(sid, () => validate.mutate({ sid }, then === undefined ? {} : { onSuccess: () => then() })),
    invalidate: () => run("invalidate", sid),
    act,
    pull: (index) => void afterEdits(sid, () => pull.mutate({ sid, index })),
    rotate: (rotation) => void afterEdits(sid, () => rotate.mutate({ imageSid: image.sid, rotation })),
  };
}
