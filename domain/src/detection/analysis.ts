import { z } from "zod";
import { isoDateSchema } from "../common/id.ts";
import { sizeSchema } from "../geometry/rect.ts";
import { predictionSchema } from "./result.ts";

/** Response of a quick test; nothing is stored (spec §3, PD-57). */
export const analysisResponseSchema = z.object({
  detections: z.array(predictionSchema),
  image: z.object({ size: sizeSchema }),
  /** Milliseconds the model took. */
  elapsed: z.number().int().min(0),
  createdAt: isoDateSchema,
});
export type AnalysisResponse = z.infer<typeof analysisResponseSchema>;
