import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { VISIBLE, lineSchema } from "../common/name.ts";
import type { Transitions } from "../common/state-machine.ts";
import { rotationSchema } from "../geometry/orientation.ts";
import { certificatePercentSchema } from "../blind-count/certificate-percent.ts";
import { mergePercentSchema } from "../duplicates/merge-percent.ts";
import { isReservedSlug } from "./slug.ts";

export const PROJECT_STATUSES = ["preview", "active", "completed", "discarded", "archived"] as const;
export const projectStatusSchema = z.enum(PROJECT_STATUSES);
export type ProjectStatus = z.infer<typeof projectStatusSchema>;

/**
 * Transitions of an event (spec §4, PD-5 to PD-7). `recover` restores the status before archiving; `to` applies if
 * none was stored.
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

/** Embeddings, overrides and isolates: in a list they would reverse the text after the name. */
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;

export const projectNameSchema = z
  .string()
  .overwrite((name) => name.replaceAll(BIDI_CONTROLS, ""))
  .trim()
  .min(1, "Please enter an event name")
  .regex(VISIBLE, "Please enter an event name")
  .max(500, "Event name must be no more than 500 characters long");
export const slugSchema = z
  .string()
  .max(120, "Slug must be no more than 120 characters long")
  .regex(/^[a-z0-9-]+$/, "Slug must contain only lowercase letters, numbers, and hyphens")
  .refine((slug) => !isReservedSlug(slug), "This slug is reserved for a page of Precount. Choose another one.");

/** The store that an event counts, such as '0042'. It is text: leading zeros and letters belong to it. Empty means none. */
export const storeNumberSchema = lineSchema("Store number", 64)
  .transform((text) => (text === "" ? null : text))
  .nullable();

export const projectSettingsSchema = z.object({
  defaultRotation: rotationSchema,
  /** Percent of valid stickers below which an image is flagged 'Below threshold'. */
  rejectionThreshold: z.number().min(0).max(100),
  /** Percent of certainty from which pairs of equal stickers are merged without a person; null for never (PD-94). */
  mergeDuplicatesPercent: mergePercentSchema,
  /** Percent of wrong rows that a certificate must exclude before Complete; null if none is needed (PD-130). */
  certificatePercent: certificatePercentSchema,
  storeNumber: z.string().nullable(),
  /** The model that reads new photos; null for the default model (PD-175). */
  model: sidSchema.nullable(),
});
export type ProjectSettings = z.infer<typeof projectSettingsSchema>;
export const DEFAULT_PROJECT_SETTINGS: ProjectSettings = {
  defaultRotation: "none",
  rejectionThreshold: 90,
  mergeDuplicatesPercent: null,
  certificatePercent: null,
  storeNumber: null,
  model: null,
};

const THRESHOLD_MESSAGE = "Rejection threshold must be a number from 0 to 100";

/**
 * Input of the settings form: the rotation is required, with the specification's message; the threshold is optional.
 */
export const projectSettingsInputSchema = z.object({
  defaultRotation: z.enum(rotationSchema.options, "Please select a default rotation"),
  /** Empty means the default. */
  rejectionThreshold: z
    .number(THRESHOLD_MESSAGE)
    .min(0, THRESHOLD_MESSAGE)
    .max(100, THRESHOLD_MESSAGE)
    .nullish()
    .transform((percent) => percent ?? undefined),
  /** Missing keeps the setting. */
  mergeDuplicatesPercent: mergePercentSchema.optional(),
  certificatePercent: certificatePercentSchema.optional(),
  storeNumber: storeNumberSchema.optional(),
  model: sidSchema.nullish(),
});
/** The form's values before parsing. */
export type ProjectSettingsInput = z.input<typeof projectSettingsInputSchema>;

/** An event (called project in code and API). */
export const projectSchema = z.object({
  sid: sidSchema,
  name: z.string(),
  slug: z.string(),
  status: projectStatusSchema,
  statusDate: isoDateSchema,
  isArchived: z.boolean(),
  /** Numbers of images: all, approved or rejected, to decide (PD-67), without an area (PD-69). */
  images: z.object({
    total: z.number().int(),
    settled: z.number().int(),
    undecided: z.number().int(),
    withoutArea: z.number().int(),
  }),
  /** Number of areas, voided ones included. */
  areas: z.number().int(),
  reports: z.array(
    z.object({ sid: sidSchema, title: z.string(), version: z.number().int(), createdAt: isoDateSchema }),
  ),
  createdAt: isoDateSchema,
  settings: projectSettingsSchema,
  /** Percent of images that are approved or rejected, rounded down (PD-10). */
  progress: z.number().int().min(0).max(100),
  /** Percent of all non-discarded stickers that are valid, rounded down (PD-10). */
  validDetectionPercent: z.number().int().min(0).max(100),
});
export type Project = z.infer<typeof projectSchema>;

/** A row of the events list: without reports, settings (but with the store) and the counts that only Complete needs. */
export const projectListItemSchema = projectSchema.omit({ reports: true, settings: true, areas: true }).extend({
  images: projectSchema.shape.images.pick({ total: true, settled: true }),
  storeNumber: projectSettingsSchema.shape.storeNumber,
});
export type ProjectListItem = z.infer<typeof projectListItemSchema>;
