import { z } from "zod";
import { sidSchema } from "../common/id.ts";

export const AREA_STATUSES = ["not_taken", "pending", "approved", "rejected", "voided"] as const;
export const areaStatusSchema = z.enum(AREA_STATUSES);
export type AreaStatus = z.infer<typeof areaStatusSchema>;

/** How each status is called on the screen (spec §4). */
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
  imageSid: sidSchema.nullable(),
});
export type Area = z.infer<typeof areaSchema>;

/** Decision 33: how many numbers one call may create or void. */
export const MAX_AREAS_PER_RANGE = 5000;
const areaNumber = (message: string): z.ZodInt => z.int(message).min(1, message).max(999_999_999, message);
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
