import { detectionOptionsSchema, rotationSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** Runs a model on a photo while a person waits (PD-57). */
export const analyzePhoto = defineJob({
  name: "analyze-photo",
  payload: z.object({
    /** The id under which the call waits for the answer (ask.ts). */
    question: sidSchema,
    sha256: z.string(),
    modelName: z.string(),
    rotation: rotationSchema,
    options: detectionOptionsSchema,
  }),
  expireInSeconds: 150,
  // No retry: the user is waiting and would not wait minutes for the answer.
  queue: { retryLimit: 0, retentionSeconds: 120, deleteAfterSeconds: 60 },
});
