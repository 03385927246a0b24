import { rectSchema, rotationSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** Reads a sticker that a person has drawn, while they wait. It has a separate queue, so that it does not wait for photos. */
export const readSticker = defineJob({
  name: "read-sticker",
  payload: z.object({
    /** The id under which the call waits for the answer (ask.ts). */
    question: sidSchema,
    imageSid: sidSchema,
    modelName: z.string(),
    /** The box in pixels of the photo that is upright with `rotation`. The photo's rotation may change meanwhile. */
    rect: rectSchema,
    rotation: rotationSchema,
  }),
  expireInSeconds: 30,
  // No retry: the user is waiting and would not wait minutes for the answer.
  queue: { retryLimit: 0, retentionSeconds: 60, deleteAfterSeconds: 60 },
});
