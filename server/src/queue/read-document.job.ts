import { taskIdSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** Reads the document of a task and stores the outputs beside it. */
export const readDocument = defineJob({
  name: "read-document",
  payload: z.object({ taskId: taskIdSchema }),
  // The reader itself ends a page that takes longer than a minute. A document has 40 s, and 20 s more for each of 500 pages at most.
  expireInSeconds: 3 * 3600,
});

/** The dead-letter queue: jobs whose worker died in the last attempt and could not record the failure. */
export const readDocumentFailed = defineJob({
  name: "read-document-failed",
  payload: z.object({ taskId: taskIdSchema }),
  expireInSeconds: 60,
});
