import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** Trains a model on the examples of a training run. An attempt that ends early is continued by the next one. */
export const learn = defineJob({
  name: "learn",
  payload: z.object({ runSid: sidSchema }),
  // 5,000 stickers take ten minutes on two cores with nothing else to do.
  expireInSeconds: 4 * 3600,
});

/** The dead-letter queue: runs whose worker died in the last attempt and could not record the failure. */
export const learnFailed = defineJob({
  name: "learn-failed",
  payload: z.object({ runSid: sidSchema }),
  expireInSeconds: 60,
});
