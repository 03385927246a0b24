import { flushSync } from "react-dom";
import type { ReviewWalk } from "../keyboard/review-walk.ts";
import type { ReadingRef } from "./focus-tracker.ts";
import { fieldToOpen, isReadingDoubtful, stepReading, stepResult } from "./result-order.ts";
import type { ReviewSession } from "./review-session.ts";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";

/** Moves the focus into a reading's field. */
export function goToReading(session: ReviewSession, ref: ReadingRef): void {
  const target = { kind: "reading", ...ref } as const;
  // A field that is drawn gets the focus at once, and the rest is rendered together with the edit that led here.
  if (session.focus.has(target)) session.makeCurrent(ref.index);
  else flushSync(() => session.makeCurrent(ref.index));
  session.focus.focus(target);
  // Directly below the magnified crop, so that the eyes need not search for it.
  session.focus.scrollTo({ kind: "card", index: ref.index }, "start");
}

export function goToCard(session: ReviewSession, index: number): void {
  flushSync(() => session.makeCurrent(index));
  session.focus.focus({ kind: "card", index });
  session.focus.scrollTo({ kind: "card", index }, "nearest");
}

/** The result that keys act on: the one with the focus, else the selected one. */
export function activeResult(session: ReviewSession): DisplayedResult | undefined {
  const { edits, selected } = session.get();
  const index = session.focusedIndex() ?? selected;
  return index === null ? undefined : edits.itemsByIndex.get(index);
}

/**
 * Moves the focus to the next doubtful reading, or with -1 to the previous one; after the last one to Validate.
 * @returns false without a target, so that the browser handles the key and Tab leaves the field
 */
export function stepDoubtful(session: ReviewSession, direction: 1 | -1): void | false {
  const focused = session.focusedReading();
  const index = activeResult(session)?.index;
  const from = focused ?? (index === undefined ? null : { index, field: null });
  const ref = stepReading(session.get().list.all, from, direction, "doubtful");
  if (ref) goToReading(session, ref);
  else if (direction === -1 || !focusValidate(session, focused)) return false;
}

/**
 * Moves on after a reading was entered: to the next doubtful reading; after the last one to the next photo with doubtful readings, or to
 * the proof sheet. If readings were skipped, or if the photo was opened without doubts and is approved by itself, to Validate.
 */
export function goToNextAfterEntry(session: ReviewSession): void | false {
  const next = stepReading(session.get().list.all, session.focusedReading(), 1, "doubtful");
  if (next === null && session.isDecided() && session.page.goToNextDoubtful()) return undefined;
  return stepDoubtful(session, 1);
}

/**
 * Handles Tab in a field. Tab leads to Validate only from the last doubtful reading. From later readings the browser moves the focus,
 * so that the rest of the page can be reached.
 */
export function tabForward(session: ReviewSession): void | false {
  const ref = session.focusedReading();
  const item = ref && session.get().edits.itemsByIndex.get(ref.index);
  const isDone = ref !== null && item && !isReadingDoubtful(item, ref.field);
  return isDone === true && stepReading(session.get().list.all, ref, 1, "doubtful") === null
    ? false
    : stepDoubtful(session, 1);
}

/** Moves the focus to the next or previous reading in the list, doubtful or not. */
export function stepAnyReading(session: ReviewSession, direction: 1 | -1): void {
  const ref = stepReading(session.get().list.listed, session.focusedReading(), direction, "any");
  if (ref) goToReading(session, ref);
}

export function stepCard(session: ReviewSession, direction: 1 | -1): void {
  const from = session.focusedIndex() ?? session.get().selected;
  const item = stepResult(session.get().list.listed, from, direction);
  if (item) goToCard(session, item.index);
}

/** Opens the panel, and moves the focus to the first doubtful reading, or else to Validate. */
export function startReview(session: ReviewSession): void {
  if (!session.hasPanel) flushSync(() => session.showPanel());
  const ref = stepReading(session.get().list.all, null, 1, "doubtful");
  if (ref) goToReading(session, ref);
  else {
    if (session.get().validateReason === null) session.showProof();
    focusValidate(session, null);
  }
}

/** Moves the focus to the fields of the active result; without an active result, to the first doubtful reading. */
export function openActiveResult(session: ReviewSession): void {
  const item = activeResult(session);
  if (item) goToReading(session, { index: item.index, field: fieldToOpen(item) });
  else startReview(session);
}

/**
 * Moves the focus to the Validate button. After the last doubtful value the proof replaces the list of doubtful results; the list of all results stays,
 * because a user who edits there may not be done.
 * @returns false when there is no such button, as on a validated photo
 */
export function focusValidate(session: ReviewSession, from: ReadingRef | null): boolean {
  // The edit that led here may be newer than the state.
  session.snapshot();
  const { validateReason, list } = session.get();
  if (validateReason === null && list.tab === "doubtful") session.showProof();
  return session.focus.focus({ kind: "validate", from });
}

/** Moves the focus from Validate back to the reading from which a key moved it there. @returns false without such a reading */
export function focusBeforeValidate(session: ReviewSession): boolean {
  const target = session.focus.now();
  if (target?.kind !== "validate" || target.from === null) return false;
  goToReading(session, target.from);
  return true;
}

/**
 * Shows the next unseen part of the proof, so that no user approves values that were never on their screen.
 * @returns false when all of the proof has been on the screen
 */
export function showUnseenProof(session: ReviewSession): boolean {
  if (session.get().isProof && session.hasPanel) return session.page.scrollProof();
  flushSync(() => {
    session.showPanel();
    session.showProof();
  });
  focusValidate(session, null);
  return true;
}

/**
 * Moves the focus to the reading that was entered last, also on another photo; without one to the previous doubtful reading.
 * @returns false without either
 */
export function goToEnteredReading(session: ReviewSession, walk: ReviewWalk | null): void | false {
  const reading = walk?.takeEntered() ?? null;
  if (reading?.imageSid === session.ref.imageSid) goToReading(session, reading);
  else if (reading) session.page.openReading(reading);
  else if (session.focus.now()?.kind === "validate") return focusBeforeValidate(session) ? undefined : false;
  else return stepDoubtful(session, -1);
}
