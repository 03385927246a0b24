import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** Makes the previews of an image before anyone opens it. */
export const makePreviews = defineJob({
  name: "make-previews",
  payload: z.object({ imageSid: sidSchema }),
  expireInSeconds: 300,
});
