import { extractFormSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** Extracts the tables of a picture or document while a person waits (PD-52). */
export const extractDocument = defineJob({
  name: "extract-document",
  payload: extractFormSchema.extend({
    /** The id under which the call waits for the answer (ask.ts). */
    question: sidSchema,
    sha256: z.string(),
    /** Pictures go to the vision service if there is one. */
    isPicture: z.boolean(),
  }),
  expireInSeconds: 150,
  // No retry: the user is waiting and would not wait minutes for the answer.
  queue: { retryLimit: 0, retentionSeconds: 120, deleteAfterSeconds: 60 },
});
