import { taskIdSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** Reads the document of a task and stores the outputs beside it. */
export const readDocument = defineJob({
  name: "read-document",
  payload: z.object({ taskId: taskIdSchema }),
  expireInSeconds: 300,
});

/** The dead-letter queue: jobs whose worker died in the last attempt and could not record the failure. */
export const readDocumentFailed = defineJob({
  name: "read-document-failed",
  payload: z.object({ taskId: taskIdSchema }),
  expireInSeconds: 60,
});
