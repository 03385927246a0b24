import { taskIdSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** One document task: what was sent is read, and what comes out is put beside it. */
export const readDocument = defineJob({
  name: "read-document",
  payload: z.object({ taskId: taskIdSchema }),
  expireInSeconds: 300,
});

/** Where the queue puts what never came back from its last try: its worker died, so nobody could say so. */
export const readDocumentFailed = defineJob({
  name: "read-document-failed",
  payload: z.object({ taskId: taskIdSchema }),
  expireInSeconds: 60,
});
