import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** One attempt to send a message or a file to another system. Later attempts are other jobs (operations/destination/queue-deliveries.ts). */
export const deliver = defineJob({
  name: "deliver",
  payload: z.object({ deliverySid: sidSchema, attempt: z.number().int().min(1) }),
  expireInSeconds: 600,
});
