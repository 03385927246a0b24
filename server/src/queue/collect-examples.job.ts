import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** Collects the examples of an approved image. */
export const collectExamples = defineJob({
  name: "collect-examples",
  payload: z.object({ imageSid: sidSchema }),
  expireInSeconds: 300,
  // One waiting job an image: it collects what is approved then.
  queue: { policy: "short" },
});
