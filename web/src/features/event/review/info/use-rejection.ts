import { type Image, type Project, SUCCESS, imageCan } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useContext } from "react";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { type RouterOutputs, trpc } from "../../../../shared/api/trpc.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import type { RejectChoice } from "../../../../shared/images/reject/RejectDialog.tsx";
import { useStableCallback } from "../../../../shared/react/use-stable-callback.ts";
import { useReviewKeys } from "../keyboard/review-keys.ts";
import { useMarkReviewed } from "../use-mark-reviewed.ts";
import { RejectingContext } from "./rejecting-context.ts";

export type Rejection = {
  isRejected: boolean;
  /** Why the image cannot be rejected, or recovered; null when it can. */
  reason: string | null;
  isPending: boolean;
  /** Whether the dialog for the reason is open. */
  isAsking: boolean;
  /** Asks for the reason, or recovers a rejected image. */
  press: () => void;
  reject: (choice: RejectChoice) => void;
  close: () => void;
};

/**
 * Rejecting and recovering an image, with its key.
 * @param onRejected goes on to the next image
 */
export function useRejection(event: Project, image: Image, onRejected: () => void): Rejection {
  const queryClient = useQueryClient();
  const { sid } = image;
  const rejecting = useContext(RejectingContext);
  const setAsking = (isAsking: boolean): void => rejecting.setImageSid(isAsking ? sid : null);
  const done = (text: string) => (changed: RouterOutputs["image"]["rejectImage"]) => {
    queryClient.setQueryData(trpc.image.getProjectImage.queryKey({ projectSlug: event.slug, imageSid: sid }), changed);
    void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.image.listProjectImageSids.queryKey({ slug: event.slug }) });
    feedback.success(text);
  };
  const markReviewed = useMarkReviewed(event.slug, sid);
  // Which image is next is decided when the server has answered: another user may have finished it by then.
  const goOn = useStableCallback(onRejected);
  const reject = useMutation(
    trpc.image.rejectImage.mutationOptions({
      onSuccess: (changed) => {
        markReviewed();
        done(SUCCESS.imageRejected)(changed);
      },
    }),
  );
  const recover = useMutation(trpc.image.recoverImage.mutationOptions({ onSuccess: done(SUCCESS.imageRecovered) }));
  const isRejected = image.status === "rejected";
  const reason = reasonOf(isRejected ? imageCan.recover(image, event) : imageCan.reject(image, event));
  const isPending = reject.isPending || recover.isPending;
  const press = (): void => {
    if (isPending) return;
    if (reason !== null) feedback.warning(reason);
    else if (isRejected) recover.mutate({ sid });
    else setAsking(true);
  };
  useReviewKeys({ "photo.reject": ({ isRepeat }) => (isRepeat ? undefined : press()) });
  return {
    isRejected,
    reason,
    isPending,
    isAsking: rejecting.imageSid === sid,
    press,
    reject: (choice) => {
      // A typed reason stays until the server has accepted it.
      if (choice.note === undefined) setAsking(false);
      const close = (): void => {
        setAsking(false);
        goOn();
      };
      // Not called if the user has left the image meanwhile.
      reject.mutate({ sid, ...choice }, { onSuccess: close });
    },
    close: () => setAsking(false),
  };
}
