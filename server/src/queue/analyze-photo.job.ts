import { detectionOptionsSchema, rotationSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** A photo that somebody tries on a model, while they wait (PD-57). */
export const analyzePhoto = defineJob({
  name: "analyze-photo",
  payload: z.object({
    /** Under which its answer is waited for; see ask.ts. */
    question: sidSchema,
    sha256: z.string(),
    modelName: z.string(),
    rotation: rotationSchema,
    options: detectionOptionsSchema,
  }),
  expireInSeconds: 150,
  // Nobody waits for a second try, nor for an answer that comes minutes later.
  queue: { retryLimit: 0, retentionSeconds: 120, deleteAfterSeconds: 60 },
});
