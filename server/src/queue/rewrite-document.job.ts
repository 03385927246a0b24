import { MAX_TABLE_EDITS, sidSchema, tableEditSchema, taskIdSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** Writes the outputs of a document with edited tables while a person waits (PD-111). */
export const rewriteDocument = defineJob({
  name: "rewrite-document",
  payload: z.object({
    /** The id under which the call waits for the answer (ask.ts). */
    question: sidSchema,
    taskId: taskIdSchema,
    edits: z.array(tableEditSchema).max(MAX_TABLE_EDITS),
  }),
  expireInSeconds: 90,
  // No retry: the user is waiting and would not wait minutes for the answer.
  queue: { retryLimit: 0, retentionSeconds: 120, deleteAfterSeconds: 60 },
});
