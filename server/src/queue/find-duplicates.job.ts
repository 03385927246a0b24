import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** Finds the stickers of an image that other images of its event show too. */
export const findDuplicates = defineJob({
  name: "find-duplicates",
  payload: z.object({ imageSid: sidSchema }),
  expireInSeconds: 300,
  // One waiting job an image: further edits of the same image change nothing about it.
  queue: { policy: "short" },
});
