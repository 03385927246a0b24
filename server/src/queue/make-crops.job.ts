import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** Makes the crops of an image's stickers. */
export const makeCrops = defineJob({
  name: "make-crops",
  payload: z.object({ imageSid: sidSchema }),
  expireInSeconds: 300,
  // One waiting job an image: it makes all crops that are missing then.
  queue: { policy: "short" },
});
