import { z } from "zod";
import { sidSchema } from "../common/id.ts";
import { type Outcome, firstRefusal } from "../common/outcome.ts";
import { type Transitions, transition } from "../common/state-machine.ts";
import { type Person, may } from "../permission/rights.ts";
import { type EventState, eventIsOpen } from "../project/open.ts";

/**
 * A pair of results in two images of one event (PD-93).
 * - `suspected`: the search found that they probably show one sticker. Both count.
 * - `same`: one sticker, which counts once.
 * - `two`: two stickers; both count.
 */
export const PAIR_STATUSES = ["suspected", "same", "two"] as const;
export const pairStatusSchema = z.enum(PAIR_STATUSES);
export type PairStatus = z.infer<typeof pairStatusSchema>;

export const pairTransitions = {
  merge: { from: ["suspected", "two"], to: "same" },
  separate: { from: ["suspected", "same"], to: "two" },
  /** Undo. */
  reopen: { from: ["same", "two"], to: "suspected" },
} as const satisfies Transitions<PairStatus, string>;
export type PairVerb = keyof typeof pairTransitions;

/** The verb that leads to a status. */
export const VERB_OF_STATUS: Readonly<Record<PairStatus, PairVerb>> = {
  same: "merge",
  two: "separate",
  suspected: "reopen",
};

/** The highest number of pairs in one call. */
export const MAX_PAIRS_PER_CALL = 500;

/** Decisions about pairs and why they are refused (PD-93). The images may be validated: a decision changes no result. */
export const pairCan = {
  decide: (pair: { status: PairStatus }, verb: PairVerb, event: EventState, user: Person): Outcome<PairStatus> => {
    const allowed = firstRefusal(
      () => may(user, "detection.edit"),
      () => eventIsOpen(event),
    );
    return allowed.ok ? transition(pairTransitions, "pair", pair.status, verb) : allowed;
  },
  search: (event: EventState, user: Person): Outcome<true> =>
    firstRefusal(
      () => may(user, "detection.edit"),
      () => eventIsOpen(event),
    ),
} as const;

export const decidePairsSchema = z.object({
  pairs: z.array(sidSchema).min(1).max(MAX_PAIRS_PER_CALL),
  status: pairStatusSchema,
});
