import { z } from "zod";

/** Defaults of the advanced options (spec §9). A value below its threshold is kept without a pattern. */
export const detectionOptionsSchema = z.object({
  limit: z.number().int().min(1).max(1000).default(100),
  codeConfidenceThreshold: z.number().min(0).max(1).default(0.7),
  quantityConfidenceThreshold: z.number().min(0).max(1).default(0.4),
});
export type DetectionOptions = z.infer<typeof detectionOptionsSchema>;
