import { z } from "zod";
import { isoDateSchema } from "../common/id.ts";
import { sizeSchema } from "../geometry/rect.ts";
import { predictionSchema } from "./result.ts";

/** What a quick test answers, stored nowhere (spec §3, decision 57). */
export const analysisResponseSchema = z.object({
  detections: z.array(predictionSchema),
  image: z.object({ size: sizeSchema }),
  /** Milliseconds the model took. */
  elapsed: z.number().int().min(0),
  createdAt: isoDateSchema,
});
export type AnalysisResponse = z.infer<typeof analysisResponseSchema>;
