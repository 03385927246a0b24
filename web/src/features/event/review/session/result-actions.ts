import { type Patch, type Result, makePatch, offeredAlternatives, readingFieldsOf, resultCan } from "@precount/domain";
import { flushSync } from "react-dom";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { isTouching } from "../../../../shared/browser/pointer.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import type { ReadingRef } from "./focus-tracker.ts";
import { activeResult, focusValidate, goToCard, goToReading } from "./navigation.ts";
import { alternativesOf, commitReading, revertReading, shownText, typeReading } from "./readings.ts";
import { alternativeField, stepReading, stepResult } from "./result-order.ts";
import type { ReviewSession } from "./review-session.ts";

/** Typed text that was not entered must not come back when a discarded result is recovered. */
function dropDrafts(session: ReviewSession, { index, result }: DisplayedResult): void {
  for (const field of readingFieldsOf(result.label)) revertReading(session, { index, field });
}

/** The next doubtful reading after a result. */
const doubtfulAfter = (session: ReviewSession, { index, result }: DisplayedResult): ReadingRef | null =>
  stepReading(session.get().list.all, { index, field: readingFieldsOf(result.label).at(-1) ?? "code" }, 1, "doubtful");

/** Changes a result from its card; the focus moves to a neighbor when the card disappears. */
function changeFromCard(session: ReviewSession, index: number, patch: Patch): void {
  const { listed } = session.get().list;
  const neighbor = stepResult(listed, index, 1) ?? stepResult(listed, index, -1);
  const hadFocus = session.focusedIndex() === index;
  flushSync(() => void session.put(patch));
  // An added result that is discarded is removed, and its card had the focus.
  if (hadFocus && session.focusedIndex() === null && neighbor) goToCard(session, neighbor.index);
}

/** Discards a result by its card's button. A phone, which shows one result at a time, goes on to the next doubtful one. */
export function discardResult(session: ReviewSession, index: number): void {
  const item = session.get().edits.itemsByIndex.get(index);
  if (!item) return;
  const next = doubtfulAfter(session, item);
  dropDrafts(session, item);
  changeFromCard(session, index, makePatch.discard(index));
  if (next && isTouching()) session.selectAndShow(next.index);
}
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

/**
 * Discards the active result and goes on, as Enter does: from the panel to the next doubtful reading, from the photo to no selection.
 * So the same key does not act on that result again: a discarded one is recovered only when the user has selected it since.
 */
export function discardOrRecover(session: ReviewSession): void {
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
      (index) => discardAndGoOn(session, index),
    );
  }
}

function discardAndGoOn(session: ReviewSession, index: number): void {
  const item = session.get().edits.itemsByIndex.get(index);
  if (!item) return;
  const isInPanel = session.focusedIndex() === index;
  const next = doubtfulAfter(session, item);
  dropDrafts(session, item);
  flushSync(() => void session.put(makePatch.discard(index)));
  if (isInPanel && next) return goToReading(session, next);
  if (isInPanel && session.isDecided() && session.page.goToNextDoubtful()) return;
  session.select(null);
  if (isInPanel && !focusValidate(session, null)) session.page.focusPhoto();
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
