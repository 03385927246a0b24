import { feedback } from "../../../../shared/feedback/feedback.ts";
import { stepEvents } from "../saving/gesture.ts";
import type { Direction } from "../saving/history.ts";
import type { ReviewSession } from "./review-session.ts";

/** Undoes or redoes one step. A step that another user's edit has made impossible is dropped, with a warning. */
export function stepHistory(session: ReviewSession, direction: Direction): void {
  const events = stepEvents(session.snapshot(), direction, session.frame);
  if (events === null) return;
  if (events === "changed") {
    feedback.warning(
      `This step cannot be ${direction === "undo" ? "undone" : "redone"}: someone else has changed the value since.`,
    );
    session.change([{ type: "forget", direction }]);
  } else session.change(events);
}
