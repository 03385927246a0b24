import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import type { Transitions } from "../common/state-machine.ts";
import { rotationSchema } from "../geometry/orientation.ts";
import { isReservedSlug } from "./slug.ts";

export const PROJECT_STATUSES = ["preview", "active", "completed", "discarded", "archived"] as const;
export const projectStatusSchema = z.enum(PROJECT_STATUSES);
export type ProjectStatus = z.infer<typeof projectStatusSchema>;

/**
 * Spec §4 and decisions 5–7. `recover` goes back to the status remembered at archiving; the table's
 * `to` is what it is when nothing was remembered.
 */
export const projectTransitions = {
  activate: { from: ["preview"], to: "active" },
  discard: { from: ["preview", "active"], to: "discarded" },
  complete: { from: ["preview", "active"], to: "completed" },
  reopen: { from: ["completed", "discarded"], to: "active" },
  archive: { from: ["preview", "active", "completed", "discarded"], to: "archived" },
  recover: { from: ["archived"], to: "active" },
} as const satisfies Transitions<ProjectStatus, string>;
export type ProjectVerb = keyof typeof projectTransitions;

export const projectNameSchema = z
  .string()
  .trim()
  .min(1, "Please enter an event name")
  .max(500, "Event name must be no more than 500 characters long");
export const slugSchema = z
  .string()
  .max(120, "Slug must be no more than 120 characters long")
  .regex(/^[a-z0-9-]+$/, "Slug must contain only lowercase letters, numbers, and hyphens")
  .refine((slug) => !isReservedSlug(slug), "This slug is an address of Precount's own. Choose another one.");

export const projectSettingsSchema = z.object({
  defaultRotation: rotationSchema,
  /** Percent of valid stickers below which an image is marked 'Below threshold'. */
  rejectionThreshold: z.number().min(0).max(100),
});
export type ProjectSettings = z.infer<typeof projectSettingsSchema>;
export const DEFAULT_PROJECT_SETTINGS: ProjectSettings = { defaultRotation: "none", rejectionThreshold: 90 };

const THRESHOLD_MESSAGE = "Rejection threshold must be a number from 0 to 100";

/** What the settings form takes: the rotation is required with the owner's message, the threshold optional. */
export const projectSettingsInputSchema = z.object({
  defaultRotation: z.enum(rotationSchema.options, "Please select a default rotation"),
  /** Empty means the default. */
  rejectionThreshold: z
    .number(THRESHOLD_MESSAGE)
    .min(0, THRESHOLD_MESSAGE)
    .max(100, THRESHOLD_MESSAGE)
    .nullish()
    .transform((percent) => percent ?? undefined),
});
/** As the form has it. */
export type ProjectSettingsInput = z.input<typeof projectSettingsInputSchema>;

/** An event (the spec also says project). */
export const projectSchema = z.object({
  sid: sidSchema,
  name: z.string(),
  slug: z.string(),
  status: projectStatusSchema,
  statusDate: isoDateSchema,
  isArchived: z.boolean(),
  /** How many images, and how many of them are approved or rejected. */
  images: z.object({ total: z.number().int(), settled: z.number().int() }),
  reports: z.array(
    z.object({ sid: sidSchema, title: z.string(), version: z.number().int(), createdAt: isoDateSchema }),
  ),
  createdAt: isoDateSchema,
  settings: projectSettingsSchema,
  /** Decision 10: percent of images settled, rounded down. */
  progress: z.number().int().min(0).max(100),
  /** Decision 10: valid share of all non-discarded stickers, percent, rounded down. */
  validDetectionPercent: z.number().int().min(0).max(100),
});
export type Project = z.infer<typeof projectSchema>;

/** A row of the events list: no reports, no JSON. */
export const projectListItemSchema = projectSchema.omit({ reports: true, settings: true });
export type ProjectListItem = z.infer<typeof projectListItemSchema>;

export const createProjectInputSchema = z.object({
  name: projectNameSchema,
  slug: slugSchema.optional(),
  preview: z.boolean().default(false),
});
