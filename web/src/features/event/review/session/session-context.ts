import { type RefCallback, createContext, useContext, useSyncExternalStore } from "react";
import type { FocusTarget, ReadingRef } from "./focus-tracker.ts";
import { draftOf } from "./readings.ts";
import type { ReviewSession } from "./review-session.ts";
import type { ReviewState } from "./review-state.ts";

export const SessionContext = createContext<ReviewSession | null>(null);

export function useSession(): ReviewSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs DetectionReview around it");
  return session;
}

/** A part of the review's state. `pick` must return the same value for the same state. */
export function useReview<T>(pick: (state: ReviewState) => T): T {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, () => pick(session.get()));
}

/** The text that is typed into a field and not entered; null without a draft. */
export function useDraft(ref: ReadingRef): string | null {
  const session = useSession();
  return useSyncExternalStore(session.queue.subscribe, () => draftOf(session, ref));
}

/** A ref for the element that gets the focus when the review moves it to `target`. */
export function useFocusTarget(target: FocusTarget): RefCallback<HTMLElement> {
  const { focus } = useSession();
  return (element) => (element ? focus.register(target, element) : undefined);
}
