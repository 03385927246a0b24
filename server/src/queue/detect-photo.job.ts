import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** One model looks at one photo. `jobId` is the row in image_jobs, which says which. */
export const detectPhoto = defineJob({
  name: "detect-photo",
  payload: z.object({ jobId: sidSchema }),
  expireInSeconds: 600,
});

/** Where the queue puts what never came back from its last try: its worker died, so nobody could say so. */
export const detectPhotoFailed = defineJob({
  name: "detect-photo-failed",
  payload: z.object({ jobId: sidSchema }),
  expireInSeconds: 60,
});
