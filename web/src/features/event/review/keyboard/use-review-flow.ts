import { useQueryClient } from "@tanstack/react-query";
import { useContext, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import type { KeyPress } from "../../../../shared/keyboard/key-action.ts";
import { focusContent } from "../../../../ui/content.ts";
import { useDetectionActions } from "../detections/detection-actions-context.ts";
import { useApprove } from "../detections/use-approve.ts";
import { busyFilter } from "../detections/use-detection-mutations.ts";
import { focusValidate, goToReading, showUnseenProof, startReview } from "../session/navigation.ts";
import type { ReviewSession } from "../session/review-session.ts";
import type { ReviewState } from "../session/review-state.ts";
import { useReview, useSession } from "../session/session-context.ts";
import type { ImageSteps } from "../use-image-steps.ts";
import { useReviewKeys } from "./review-keys.ts";
import { ReviewWalkContext } from "./review-walk.ts";

const isDoneIn = ({ edits: { status }, image }: ReviewState): boolean =>
  status === "validated" || status === "selected" || image.status === "rejected";

/**
 * The order of a review: the doubtful readings, then Validate, then the next image to review. Enter on the last doubtful reading opens the
 * next image with one; the images without remaining doubts are approved together on a proof sheet.
 * @param isReady whether the panel and the buttons are rendered, so that they can get the focus
 * @returns validates and goes on; when that is not possible, says why and goes to the first doubtful reading
 */
export function useReviewFlow(steps: ImageSteps, isReady: boolean): () => void {
  const session = useSession();
  const actions = useDetectionActions();
  const queryClient = useQueryClient();
  const approve = useApprove(session);
  useStartOnArrival(session, isReady);
  useFocusAfterValidation(session);

  const validateAndNext = (): void => {
    // Typed text is entered first, as leaving the field does; it can change whether validation is possible.
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement) flushSync(() => activeElement.blur());
    if (queryClient.isMutating(busyFilter(session.ref)) > 0) return;
    const state = session.get();
    if (isDoneIn(state)) steps.goToNext();
    else if (state.validateReason === null) {
      if (!showUnseenProof(session)) approve(steps.goToNext);
    } else {
      feedback.warning(state.validateReason);
      startReview(session);
    }
  };
  // A key that is held must not validate the images after this one.
  const validateOnce = ({ isRepeat }: KeyPress): void => {
    if (!isRepeat) validateAndNext();
  };
  useReviewKeys({
    "photo.validate": validateOnce,
    "validate.enter": validateOnce,
    "photo.unlock": () => {
      const { invalidateReason } = session.get();
      if (invalidateReason === null) actions.invalidate();
      else feedback.warning(invalidateReason);
    },
    "detection.next": () => showNextDetection(session),
  });
  return validateAndNext;
}

function useStartOnArrival(session: ReviewSession, isReady: boolean): void {
  const walk = useContext(ReviewWalkContext);
  useEffect(() => {
    const arrival = isReady ? walk?.take(session.ref.imageSid) : null;
    const at = arrival?.at ?? null;
    // Its field may have to be rendered first, which an effect cannot wait for.
    if (at !== null) queueMicrotask(() => goToReading(session, at));
    else if (arrival) startReview(session);
  }, [walk, session, isReady]);
}

/** Validate and Unlock replace each other. The pressed one is removed with the focus, which moves to the other one. */
function useFocusAfterValidation(session: ReviewSession): void {
  const isDone = useReview(isDoneIn);
  const wasDone = useRef(isDone);
  useEffect(() => {
    if (wasDone.current === isDone) return;
    wasDone.current = isDone;
    if (document.activeElement === document.body && (isDone || !focusValidate(session, null))) focusContent();
  }, [session, isDone]);
}

function showNextDetection({ get, page }: ReviewSession): void {
  const { image, detection } = get();
  const at = image.detections.findIndex(({ model }) => model.sid === detection.model.sid);
  const next = image.detections[(at + 1) % image.detections.length];
  if (next && next.model.sid !== detection.model.sid) page.setSearch({ model: next.model.sid, ...NO_SELECTION });
  else feedback.warning("This photo has no other detection.");
}

// The search takes no `undefined`: leaving it out is what takes it out of the address.
const NO_SELECTION = { detection: undefined as never };
