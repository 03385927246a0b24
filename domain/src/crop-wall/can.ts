import { type Outcome, firstRefusal } from "../common/outcome.ts";
import { type Person, may } from "../permission/rights.ts";
import { type EventState, eventIsOpen } from "../project/open.ts";

/** Actions on the crop wall that are no edits of results. Reading it needs no right besides seeing the event. */
export const cropWallCan = {
  /** Marks stickers as seen by the user, or removes the marks (PD-121). */
  mark: (event: EventState, user: Person): Outcome<true> =>
    firstRefusal(
      () => may(user, "detection.edit"),
      () => eventIsOpen(event),
    ),
} as const;
