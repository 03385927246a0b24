import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** The small pictures of a photo, before anyone asks for them. */
export const makePreviews = defineJob({
  name: "make-previews",
  payload: z.object({ imageSid: sidSchema }),
  expireInSeconds: 300,
});
