import { resultCan } from "@precount/domain";
import { useContext } from "react";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { useDetectionActions } from "../detections/detection-actions-context.ts";
import { useReviewKeys } from "../keyboard/review-keys.ts";
import { type ReviewWalk, ReviewWalkContext } from "../keyboard/review-walk.ts";
import {
  activeResult,
  focusBeforeValidate,
  goToNextAfterEntry,
  goToEnteredReading,
  openActiveResult,
  stepAnyReading,
  stepCard,
  stepDoubtful,
  tabForward,
} from "../session/navigation.ts";
import { enterReading, revertReading } from "../session/readings.ts";
import { actOnActive, cycleAlternatives, discardOrRecover, takeAlternative } from "../session/result-actions.ts";
import type { ReviewSession } from "../session/review-session.ts";
import { useSession } from "../session/session-context.ts";

/** The keys of the panel: from reading to reading and from result to result. */
export function usePanelKeys(): void {
  const session = useSession();
  const { pull } = useDetectionActions();
  const walk = useContext(ReviewWalkContext);
  useReviewKeys({
    "value.enter": () => enterAndGoOn(session, walk),
    "value.enter-back": () => enterAndGoBack(session, walk),
    "value.next": () => tabForward(session),
    "value.previous": () => stepDoubtful(session, -1),
    // The focus returns to the reading before, and from there the browser moves it through the rest of the page.
    "validate.on": () => {
      // The proof has replaced the readings.
      if (!session.get().isProof) focusBeforeValidate(session);
      return false;
    },
    "validate.back": () => (focusBeforeValidate(session) ? undefined : false),
    "doubt.next": () => stepDoubtful(session, 1),
    "doubt.previous": () => void stepDoubtful(session, -1),
    "value.below": () => stepAnyReading(session, 1),
    "value.above": () => stepAnyReading(session, -1),
    "candidate.1": () => takeAlternative(session, 0),
    "candidate.2": () => takeAlternative(session, 1),
    "candidate.3": () => takeAlternative(session, 2),
    "candidate.other": () => cycleAlternatives(session),
    "value.back": () => revertOrLeave(session),
    "card.back": () => clearSelection(session),
    "label.next": () => stepCard(session, 1),
    "label.previous": () => stepCard(session, -1),
    "list.next": () => stepCard(session, 1),
    "list.previous": () => stepCard(session, -1),
    "label.open": () => openActiveResult(session),
    "label.show": () => {
      const item = activeResult(session);
      if (item) session.selectAndShow(item.index);
      session.page.focusPhoto();
    },
    // A key that is held must not discard all labels.
    "label.discard": ({ isRepeat }) => (isRepeat ? undefined : discardOrRecover(session)),
    "label.restore": () => actOnActive(session, (result) => reasonOf(resultCan.restore(result)), pull),
    "list.doubtful": () => session.filterList({ tab: "doubtful" }),
    "list.all": () => session.filterList({ tab: "all", statuses: [] }),
    "list.discarded": () => session.filterList({ tab: "discarded" }),
  });
}

function enterAndGoOn(session: ReviewSession, walk: ReviewWalk | null): void {
  const ref = session.focusedReading();
  if (ref !== null && !enterReading(session, ref)) return;
  const { imageSid } = session.ref;
  if (ref !== null) walk?.noteEntered({ imageSid, index: ref.index, field: ref.field });
  goToNextAfterEntry(session);
}

function enterAndGoBack(session: ReviewSession, walk: ReviewWalk | null): void | false {
  const ref = session.focusedReading();
  if (ref !== null && !enterReading(session, ref)) return;
  return goToEnteredReading(session, walk);
}

/** Escape in a field: back to the value before; without a draft, out of the field to its card. */
function revertOrLeave(session: ReviewSession): void {
  const ref = session.focusedReading();
  if (ref === null || revertReading(session, ref)) return;
  session.focus.focus({ kind: "card", index: ref.index });
  session.focus.scrollTo({ kind: "card", index: ref.index }, "nearest");
}

/** Escape on a card or on Validate: from Validate to the selected card, else nothing is selected any more. */
function clearSelection(session: ReviewSession): void {
  const { selected } = session.get();
  if (session.focus.now()?.kind === "validate" && selected !== null) {
    session.focus.focus({ kind: "card", index: selected });
    session.focus.scrollTo({ kind: "card", index: selected }, "nearest");
    return;
  }
  session.selectAndShow(null);
  session.page.focusPhoto();
}
