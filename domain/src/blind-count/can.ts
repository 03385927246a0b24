import { type Outcome, allow, firstRefusal, refuse } from "../common/outcome.ts";
import { type Person, may } from "../permission/rights.ts";
import { type EventState, eventIsOpen } from "../project/open.ts";

/** The people that a rule about a check concerns. */
export type CheckPeople = {
  /** The users who validated or edited the photo's results before the check was drawn. They know the values. */
  excluded: readonly string[];
  answeredBy: string | null;
};

/** Actions of a blind count and why they are refused (PD-125 to PD-131). */
export const blindCountCan = {
  start: (project: EventState, user: Person): Outcome<true> =>
    firstRefusal(
      () => may(user, "project.change-settings"),
      () => eventIsOpen(project),
    ),
  /** Answers checks, and decides third looks. */
  check: (project: EventState, user: Person): Outcome<true> =>
    firstRefusal(
      () => may(user, "detection.validate"),
      () => eventIsOpen(project),
    ),
} as const;

/** People do not check their own work. */
export const mayAnswer = ({ excluded }: CheckPeople, userSid: string): Outcome<true> =>
  excluded.includes(userSid)
    ? refuse("You validated or edited this image, so another person must check it.", "forbidden")
    : allow;

/** The third look is not made by the person whose answer is in question. */
export const maySettle = ({ answeredBy }: CheckPeople, userSid: string): Outcome<true> =>
  answeredBy === userSid ? refuse("You gave this answer, so another person must look at it.", "forbidden") : allow;
