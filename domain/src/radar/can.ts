import { z } from "zod";
import { type Outcome, firstRefusal } from "../common/outcome.ts";
import { type Person, may } from "../permission/rights.ts";
import { type EventState, eventIsOpen } from "../project/open.ts";

export const MAX_ACCEPT_REASON_LENGTH = 500;

/** Why a finding is accepted as correct. */
export const acceptReasonSchema = z
  .string()
  .trim()
  .min(1, "Please give a reason.")
  .max(MAX_ACCEPT_REASON_LENGTH, `The reason must be no more than ${MAX_ACCEPT_REASON_LENGTH} characters long`);

/** The reason of findings that are accepted by completing the event. */
export const COMPLETION_REASON = "Accepted when completing the event";

/** Actions on findings. Reading them needs no right besides seeing the event. */
export const radarCan = {
  /** Accepts findings and reopens them. */
  decide: (project: EventState, user: Person): Outcome<true> =>
    firstRefusal(
      () => may(user, "radar.decide"),
      () => eventIsOpen(project),
    ),
} as const;
