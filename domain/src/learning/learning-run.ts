import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { type Outcome, accept, allow, refuse } from "../common/outcome.ts";
import { type Transitions, transition } from "../common/state-machine.ts";

export const LEARNING_RUN_STATES = ["queued", "running", "done", "failed", "canceled"] as const;
export type LearningRunState = (typeof LEARNING_RUN_STATES)[number];

/** Transitions of a training run. A run whose worker died is started again and continues. */
export const learningRunTransitions = {
  start: { from: ["queued", "running"], to: "running" },
  succeed: { from: ["running"], to: "done" },
  fail: { from: ["queued", "running"], to: "failed" },
  cancel: { from: ["queued", "running"], to: "canceled" },
} as const satisfies Transitions<LearningRunState, string>;
export type LearningRunVerb = keyof typeof learningRunTransitions;

export const learningRunCan = (verb: LearningRunVerb, state: LearningRunState): Outcome<LearningRunState> =>
  transition<LearningRunState, LearningRunVerb>(learningRunTransitions, "training run", state, verb);

export const isRunUnfinished = ({ state }: { state: LearningRunState }): boolean =>
  learningRunTransitions.cancel.from.some((from) => from === state);

/** What a run does, in this order: it looks at the examples and at the reference set, trains, and compares the models. */
export const LEARNING_STAGES = ["examples", "reference", "training", "judging"] as const;

/** How far a run is. `done` and `total` are of the stage. */
export const learningProgressSchema = z.object({
  stage: z.enum(LEARNING_STAGES),
  done: z.number().nonnegative(),
  total: z.number().nonnegative(),
});
export type LearningProgress = z.infer<typeof learningProgressSchema>;

export const learningRunSchema = z.object({
  sid: sidSchema,
  state: z.enum(LEARNING_RUN_STATES),
  /** The group whose examples it learns from; null for all. */
  groupSid: sidSchema.nullable(),
  /** Null for a run that was started automatically. */
  startedBy: z.object({ sid: sidSchema, name: z.string() }).nullable(),
  progress: learningProgressSchema.nullable(),
  /** The model that it made; null before, and without one. */
  modelSid: sidSchema.nullable(),
  /** Why it failed, for a person. */
  reason: z.string().nullable(),
  createdAt: isoDateSchema,
  startedAt: isoDateSchema.nullable(),
  endedAt: isoDateSchema.nullable(),
});
export type LearningRun = z.infer<typeof learningRunSchema>;

/** The least stickers for a run. Of 100 stickers about 20 are held out, and at least 5 of these must be read better. */
export const MIN_EXAMPLES_TO_LEARN = 100;
/** New stickers since the last run that start one automatically. */
export const NEW_EXAMPLES_TO_LEARN = 500;
/** A crew collects thousands of stickers in a night; one model a day is enough. */
const MIN_HOURS_BETWEEN_RUNS = 20;

/** Whether a training run may be started. `unfinished` is a run that is queued or running. */
export function canStartLearning(stickers: number, unfinished: { state: LearningRunState } | null): Outcome<true> {
  if (unfinished !== null) return refuse("A training run is in progress. Only one can run at a time.");
  if (stickers >= MIN_EXAMPLES_TO_LEARN) return accept(true);
  return refuse(`There are ${stickers} examples; at least ${MIN_EXAMPLES_TO_LEARN} are needed.`);
}

type AutomaticStart = {
  isAllowed: boolean;
  stickers: number;
  /** Stickers that were collected since the last run started. */
  newStickers: number;
  lastStartedAt: Date | null;
  unfinished: { state: LearningRunState } | null;
};

/** Whether a training run starts without a person now. */
export function startsAutomatically(facts: AutomaticStart, now: Date): boolean {
  const { isAllowed, stickers, newStickers, lastStartedAt, unfinished } = facts;
  const hours = lastStartedAt === null ? Infinity : (now.getTime() - lastStartedAt.getTime()) / 3_600_000;
  return (
    isAllowed &&
    newStickers >= NEW_EXAMPLES_TO_LEARN &&
    hours >= MIN_HOURS_BETWEEN_RUNS &&
    canStartLearning(stickers, unfinished).ok
  );
}

/** Whether a person may end a run. */
export const canCancelRun = (run: { state: LearningRunState } | null): Outcome<true> => {
  if (run === null) return refuse("This training run does not exist.", "missing");
  return isRunUnfinished(run) ? allow : refuse("This training run has ended.");
};
