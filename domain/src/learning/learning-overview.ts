import { z } from "zod";
import { sidSchema } from "../common/id.ts";
import { groupIdSchema } from "../group/group.ts";
import { learningRunSchema } from "./learning-run.ts";

/** The steps that an admin allows without a person. */
export const learningSettingsSchema = z.object({
  /** A training run starts after enough new stickers. */
  startsAutomatically: z.boolean(),
  /** A new model is used at once if the promotion rule accepts it. */
  promotesAutomatically: z.boolean(),
});
export type LearningSettings = z.infer<typeof learningSettingsSchema>;

const count = z.number().int().nonnegative();

/** Numbers of collected stickers. Each is `typed`, else `blindChecked`, else `unchanged`. */
export const exampleCountsSchema = z.object({
  stickers: count,
  typed: count,
  blindChecked: count,
  unchanged: count,
  /** The held-out stickers, with which models are compared. */
  heldOut: count,
});
export type ExampleCounts = z.infer<typeof exampleCountsSchema>;

/** A group with its switch, its stickers, and its own learned model in use. Without one, that of `everyone` reads its new photos. */
export const learningGroupSchema = z.object({
  /** `everyone` for the group of all. Its models are those of the whole installation. */
  sid: groupIdSchema,
  name: z.string(),
  collects: z.boolean(),
  counts: exampleCountsSchema,
  modelSid: sidSchema.nullable(),
});
export type LearningGroup = z.infer<typeof learningGroupSchema>;

export const learningOverviewSchema = z.object({
  settings: learningSettingsSchema,
  groups: z.array(learningGroupSchema),
  /** All examples, each once: an event can be in several groups. */
  counts: exampleCountsSchema,
  /** Stickers since the last run started. */
  newStickers: count,
  /** The run that is queued or running. */
  run: learningRunSchema.nullable(),
});
export type LearningOverview = z.infer<typeof learningOverviewSchema>;
