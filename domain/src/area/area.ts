import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import type { ImageListItem } from "../image/image.ts";

export const AREA_STATUSES = ["not_taken", "pending", "approved", "rejected", "voided"] as const;
export const areaStatusSchema = z.enum(AREA_STATUSES);
export type AreaStatus = z.infer<typeof areaStatusSchema>;

/** Titles on the screen (spec §4). */
export const AREA_STATUS_TITLES: Readonly<Record<AreaStatus, string>> = {
  not_taken: "Not taken",
  pending: "To be reviewed",
  approved: "Accepted",
  rejected: "Rejected",
  voided: "Voided",
};

export const areaSchema = z.object({
  id: z.number().int(),
  sid: sidSchema,
  /** The area's number, as text. */
  name: z.string(),
  status: areaStatusSchema,
  /** The area's current image. */
  imageSid: sidSchema.nullable(),
  /** Number of photos of the area. With several, a user may choose the current one. */
  photos: z.number().int().min(0),
  /** Number of approved photos for which no user has decided whether they count besides the current one (PD-67). */
  undecided: z.number().int().min(0),
  /** When, by whom (their name) and why the area was voided; null if it is not voided. */
  voided: z.object({ at: isoDateSchema, by: z.string(), reason: z.string().nullable() }).nullable(),
});
export type Area = z.infer<typeof areaSchema>;

/** An area's photo, with the decision whether it counts besides the current one; `by` is a name. */
export type AreaImage = Pick<ImageListItem, "sid" | "name" | "src" | "status" | "createdAt"> & {
  countsToo: boolean | null;
  decided: { at: string; by: string } | null;
};

/** Reason for voiding an area. An empty text means no reason. */
export const voidReasonSchema = z
  .string()
  .trim()
  .max(500, "The reason must be no more than 500 characters long")
  .transform((reason) => (reason === "" ? null : reason))
  .nullish()
  .transform((reason) => reason ?? null);

/** How many areas one call may create or void (PD-33). */
export const MAX_AREAS_PER_RANGE = 5000;
export const MAX_AREA_NUMBER = 999_999_999;
/** `abort` stops after the first error, so that each field shows one message. */
const areaNumber = (error: string): z.ZodInt =>
  z.int(error).min(1, { error, abort: true }).max(MAX_AREA_NUMBER, { error, abort: true });
export const areaRangeSchema = z
  .object({ from: areaNumber("Please enter area start"), to: areaNumber("Please enter area finish") })
  .refine((range) => range.to >= range.from, {
    path: ["to"],
    message: "Areas finish should be grater then area start",
  })
  .refine((range) => range.to - range.from < MAX_AREAS_PER_RANGE, {
    path: ["to"],
    message: `At most ${MAX_AREAS_PER_RANGE} areas at a time`,
  });
export type AreaRange = z.infer<typeof areaRangeSchema>;
