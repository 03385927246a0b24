import { type Patch, type Result, makePatch, offeredAlternatives, resultCan } from "@precount/domain";
import { flushSync } from "react-dom";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { activeResult, goToCard } from "./navigation.ts";
import { alternativesOf, commitReading, shownText, typeReading } from "./readings.ts";
import { alternativeField, stepResult } from "./result-order.ts";
import type { ReviewSession } from "./review-session.ts";

/** Changes a result from its card; the focus moves to a neighbor when the card disappears. */
function changeFromCard(session: ReviewSession, index: number, patch: Patch): void {
  const { listed } = session.get().list;
  const neighbor = stepResult(listed, index, 1) ?? stepResult(listed, index, -1);
  const hadFocus = session.focusedIndex() === index;
  flushSync(() => void session.put(patch));
  // An added result that is discarded is removed, and its card had the focus.
  if (hadFocus && session.focusedIndex() === null && neighbor) goToCard(session, neighbor.index);
}

export const discardResult = (session: ReviewSession, index: number): void =>
  changeFromCard(session, index, makePatch.discard(index));
export const recoverResult = (session: ReviewSession, index: number): void =>
  changeFromCard(session, index, makePatch.recover(index));

/** Acts on the active result, or says why that is not possible. */
export function actOnActive(
  session: ReviewSession,
  reasonNot: (result: Result) => string | null,
  act: (index: number) => void,
): void {
  const item = activeResult(session);
  if (!item) return;
  const reason = session.get().editReason ?? reasonNot(item.result);
  if (reason === null) act(item.index);
  else feedback.warning(reason);
}

/** Discards the active result, or recovers it when it is discarded. */
export function toggleDiscarded(session: ReviewSession): void {
  if (activeResult(session)?.result.discarded === true) {
    actOnActive(
      session,
      () => null,
      (index) => recoverResult(session, index),
    );
  } else {
    actOnActive(
      session,
      (result) => reasonOf(resultCan.discard(result)),
      (index) => discardResult(session, index),
    );
  }
}

/** Takes an alternative, counted from 0, for the reading with the focus, else for the active result's doubtful one. */
export function takeAlternative(session: ReviewSession, place: number): void {
  const focused = session.focusedReading();
  if (focused) {
    const value = alternativesOf(session, focused)[place];
    if (value !== undefined) commitReading(session, focused, value);
    return;
  }
  const item = activeResult(session);
  const field = item && session.get().editReason === null ? alternativeField(item) : null;
  const value = item && field ? offeredAlternatives(item.result, field)[place] : undefined;
  if (item && field && value !== undefined) session.put(makePatch[field](item.index, value));
}

/** Types the next alternative into the field with the focus; after the last one the first. */
export function cycleAlternatives(session: ReviewSession): void {
  const focused = session.focusedReading();
  if (!focused) return;
  const offered = alternativesOf(session, focused);
  const value = offered[(offered.indexOf(shownText(session, focused)) + 1) % Math.max(1, offered.length)];
  if (value !== undefined) typeReading(session, focused, value);
}
