import { rectSchema, rotationSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** One sticker that a person has drawn, read while they wait: a queue of its own, so it never stands behind photos. */
export const readSticker = defineJob({
  name: "read-sticker",
  payload: z.object({
    /** Under which its answer is waited for; see ask.ts. */
    question: sidSchema,
    imageSid: sidSchema,
    modelName: z.string(),
    /** Pixels of the upright photo under this rotation, whatever it is turned to meanwhile. */
    rect: rectSchema,
    rotation: rotationSchema,
  }),
  expireInSeconds: 30,
  // Nobody waits for a second try, nor for an answer that comes minutes later.
  queue: { retryLimit: 0, retentionSeconds: 60, deleteAfterSeconds: 60 },
});
