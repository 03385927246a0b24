import { SUCCESS } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { errorMessage } from "../../../../shared/api/errors.ts";
import { refreshImages } from "../../../../shared/api/refresh-images.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { toImage, useEventSection } from "../../../../shared/images/event-section.ts";
import type { ReviewSession } from "../session/review-session.ts";
import { whenSaved } from "../session/when-saved.ts";
import { useMarkReviewed } from "../use-mark-reviewed.ts";
import { useDetectionActionsOf } from "./use-detection-actions.ts";
import { useDetectionUpdate } from "./use-detection-update.ts";

/** How long Undo is offered. The photo can be unlocked after that too. */
const UNDO_MS = 10_000;
const NOTICE = "approved";

/**
 * Approves a photo without waiting: `goOn` opens the next one at once, and the server's answer follows. Undo unlocks the photo and opens
 * it again. If the server refuses, the photo is to review again, and a notice says why.
 */
export function useApprove(session: ReviewSession): (goOn: () => void) => void {
  const { slug, imageSid, detectionSid } = session.ref;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const section = useEventSection();
  const update = useDetectionUpdate(slug, imageSid);
  const markReviewed = useMarkReviewed(slug, imageSid);
  const { invalidate } = useDetectionActionsOf(session);
  const open = (): void => void navigate(toImage(section, slug, imageSid));
  const refuse = (reason: string): void => {
    session.endApproval();
    refreshImages(queryClient);
    const { name } = session.get().image;
    feedback.notice("error", `${name} is not approved`, reason, 0, {
      key: `${NOTICE} ${imageSid}`,
      place: "start",
      action: { label: "Open the photo", run: open },
    });
  };
  const undo = (): void => {
    invalidate();
    open();
  };
  const { mutate: approve } = useMutation(
    trpc.imageDetection.validateImageDetection.mutationOptions({
      meta: { quiet: true },
      onSuccess: (changed) => {
        session.endApproval();
        markReviewed();
        update(changed);
        refreshImages(queryClient);
        // One notice for all: a quick reviewer approves several photos in ten seconds, and the last one is the one to undo.
        feedback.notice("success", SUCCESS.detectionValidated, session.get().image.name, UNDO_MS, {
          key: NOTICE,
          place: "start",
          action: { label: "Undo", run: undo },
        });
      },
      onError: (error) => refuse(errorMessage(error)),
    }),
  );
  const send = async (): Promise<void> => {
    if (await whenSaved(session)) approve({ sid: detectionSid });
    else refuse("Some edits are not saved yet. Retry them first.");
  };
  return (goOn) => {
    if (!session.beginApproval()) return;
    // The next photo must not be this one.
    markReviewed();
    goOn();
    void send();
  };
}
