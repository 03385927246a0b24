import type { DetectionVerb, ImageDetection, Rotation } from "@precount/domain";
import { App } from "antd";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { waitingCount } from "../edit-queue.ts";
import type { ReviewSession } from "../session/review-session.ts";
import { whenSaved } from "../session/when-saved.ts";
import { useDetectionMutations } from "./use-detection-mutations.ts";
import { useRotateImage } from "./use-rotate-image.ts";

export type DetectionActions = {
  validate: () => void;
  invalidate: () => void;
  /** The same for any detection of the image. */
  act: (verb: DetectionVerb, detection: ImageDetection) => void;
  /** Restores what the model read of a result. */
  pull: (index: number) => void;
  rotate: (rotation: Rotation) => void;
};

/** The actions on a whole detection. Each action waits until the edits before it are saved. */
export function useDetectionActionsOf(session: ReviewSession): DetectionActions {
  const { slug, imageSid, detectionSid } = session.ref;
  const { modal } = App.useApp();
  const mutations = useDetectionMutations(slug, imageSid);
  const rotate = useRotateImage(slug, imageSid);
  const { pull } = mutations;

  const run = (verb: DetectionVerb, sid: string): void => void afterEdits(session, sid, () => mutations[verb]({ sid }));
  return {
    validate: () => run("validate", detectionSid),
    invalidate: () => run("invalidate", detectionSid),
    act: (verb, { sid, model }) => {
      if (verb !== "delete") return run(verb, sid);
      void modal.confirm({
        title: `Delete the detection of ${model.name}?`,
        content:
          "Its labels and all edits of them are removed. This cannot be undone; only a new detection brings labels back.",
        okText: "Delete",
        okButtonProps: { danger: true },
        onOk: () => run(verb, sid),
      });
    },
    pull: (index) => void afterEdits(session, detectionSid, () => pull({ sid: detectionSid, index })),
    rotate: (rotation) => void afterEdits(session, detectionSid, () => rotate(rotation)),
  };
}

async function afterEdits(session: ReviewSession, sid: string, act: () => void): Promise<void> {
  if (await isSaved(session, sid)) act();
  else feedback.warning("Some edits are not saved yet. Retry them first.");
}

/** Edits of the shown detection are being saved; those of another one wait only when they could not be saved. */
const isSaved = (session: ReviewSession, sid: string): Promise<boolean> =>
  sid === session.ref.detectionSid
    ? whenSaved(session)
    : Promise.resolve(waitingCount(session.queue.view(sid).queue) === 0);
