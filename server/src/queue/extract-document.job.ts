import { extractFormSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** A picture or document whose tables somebody waits for (PD-52). */
export const extractDocument = defineJob({
  name: "extract-document",
  payload: extractFormSchema.extend({
    /** Under which its answer is waited for; see ask.ts. */
    question: sidSchema,
    sha256: z.string(),
    /** A picture goes to the vision service where one is set up. */
    isPicture: z.boolean(),
  }),
  expireInSeconds: 150,
  // Nobody waits for a second try, nor for an answer that comes minutes later.
  queue: { retryLimit: 0, retentionSeconds: 120, deleteAfterSeconds: 60 },
});
