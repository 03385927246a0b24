import { type Result, checkField, makePatch, offeredAlternatives, resultCan } from "@precount/domain";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { changesReading, targetOf } from "../edit-queue.ts";
import { targetPatch } from "../saving/gesture.ts";
import type { ReadingRef } from "./focus-tracker.ts";
import type { ReviewSession } from "./review-session.ts";

/*
 * The actions on one code or quantity. Typed text is a draft: the save queue stores it with every key, so that it
 * survives a reload. It becomes an edit when the user leaves the field or presses Enter.
 */

export const pathOf = ({ index, field }: ReadingRef): string => `/${index}/${field}/value`;

/** Under which key the save queue stores the draft of a reading. */
function draftTarget(session: ReviewSession, ref: ReadingRef): string {
  const patch = { op: "replace", path: pathOf(ref), value: "" } as const;
  // Also called while React renders, when the state must not be refreshed.
  return targetOf({ id: "", ...targetPatch(session.get().edits.snapshot, patch) });
}

/** The text that is typed and not entered; null without a draft. */
export const draftOf = (session: ReviewSession, ref: ReadingRef): string | null =>
  session.queue.draft(session.ref.detectionSid, draftTarget(session, ref))?.text ?? null;

function setDraft(session: ReviewSession, ref: ReadingRef, text: string | null): void {
  const { revision } = session.get().detection;
  const draft = text === null ? null : { text, revision };
  session.change([{ type: "draft", target: draftTarget(session, ref), draft }]);
}

const resultOf = (session: ReviewSession, { index }: ReadingRef): Result | undefined =>
  session.snapshot().results[index];

/** What the field shows: the draft, else the value. */
export const shownText = (session: ReviewSession, ref: ReadingRef): string =>
  draftOf(session, ref) ?? resultOf(session, ref)?.[ref.field]?.value ?? "";

/** Why the readings of a result cannot be edited; null when they can. */
function frozenReason(session: ReviewSession, ref: ReadingRef): string | null {
  const result = resultOf(session, ref);
  return session.get().editReason ?? (result ? reasonOf(resultCan.edit(result)) : null);
}

/** Codes and quantities consist of digits; every other character is left out. */
const digitsOf = (text: string): string => text.replace(/\D/g, "");

export function typeReading(session: ReviewSession, ref: ReadingRef, text: string): void {
  setDraft(session, ref, digitsOf(text));
  session.setComplaint(pathOf(ref), null);
}

/** Checks a text and makes it the value. An invalid text stays a draft, with a complaint. @returns whether it is valid */
export function commitReading(session: ReviewSession, ref: ReadingRef, text: string): boolean {
  const result = resultOf(session, ref);
  if (!result) return true;
  const value = text.trim();
  const checked = checkField(result.label, ref.field, value);
  session.setComplaint(pathOf(ref), checked.ok ? null : checked.reason);
  if (!checked.ok) return false;
  if (changesReading(result[ref.field], value)) session.put(makePatch[ref.field](ref.index, value));
  else if (draftOf(session, ref) !== null) setDraft(session, ref, null);
  return true;
}

/** Commits what the field shows. @returns false when the text is invalid */
export const enterReading = (session: ReviewSession, ref: ReadingRef): boolean =>
  frozenReason(session, ref) !== null || commitReading(session, ref, shownText(session, ref));

/** Commits a draft when its field loses the focus. Without a draft, Enter has committed it already. */
export function leaveReading(session: ReviewSession, ref: ReadingRef): void {
  const text = draftOf(session, ref);
  if (text !== null) commitReading(session, ref, text);
}

/** Discards a draft and its complaint. @returns whether there was one */
export function revertReading(session: ReviewSession, ref: ReadingRef): boolean {
  const hasDraft = draftOf(session, ref) !== null;
  const hasComplaint = session.get().complaints[pathOf(ref)] !== undefined;
  if (hasDraft) setDraft(session, ref, null);
  session.setComplaint(pathOf(ref), null);
  return hasDraft || hasComplaint;
}

/** The alternatives that the field offers; none while it cannot be edited. */
export function alternativesOf(session: ReviewSession, ref: ReadingRef): readonly string[] {
  const result = resultOf(session, ref);
  return result && frozenReason(session, ref) === null ? offeredAlternatives(result, ref.field) : [];
}
