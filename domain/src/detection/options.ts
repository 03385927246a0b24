import { z } from "zod";

/** Advanced analysis defaults, spec §9. A value under its threshold keeps the value and gets no pattern. */
export const detectionOptionsSchema = z.object({
  limit: z.number().int().min(1).max(1000).default(100),
  codeConfidenceThreshold: z.number().min(0).max(1).default(0.7),
  quantityConfidenceThreshold: z.number().min(0).max(1).default(0.4),
});
export type DetectionOptions = z.infer<typeof detectionOptionsSchema>;
