import { z } from "zod";

/** A value as read or typed. `pattern` is the source of the regular expression that it satisfies, else null (PD-22). */
export const readingSchema = z.object({
  value: z.string().max(64),
  pattern: z.string().nullable(),
  /** The reader's confidence, 0–1; absent for typed values. */
  confidence: z.number().min(0).max(1).optional(),
  /**
   * The effect of the item list: `unlisted` made a code doubtful that is not in the list, `proposed` replaced a doubtful code
   * with a listed alternative (PD-80).
   */
  listing: z.enum(["unlisted", "proposed"]).optional(),
});
export type Reading = z.infer<typeof readingSchema>;

/** One of the values that a reader returned for a field, best first. */
export const alternativeSchema = z.object({
  field: z.enum(["code", "quantity"]),
  value: z.string().max(64),
  confidence: z.number().min(0).max(1),
});
export type Alternative = z.infer<typeof alternativeSchema>;
