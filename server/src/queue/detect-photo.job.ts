import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** Runs a model on an image. `jobId` is the row in image_jobs, which names both. */
export const detectPhoto = defineJob({
  name: "detect-photo",
  payload: z.object({ jobId: sidSchema }),
  expireInSeconds: 600,
});

/** The dead-letter queue: jobs whose worker died in the last attempt and could not record the failure. */
export const detectPhotoFailed = defineJob({
  name: "detect-photo-failed",
  payload: z.object({ jobId: sidSchema }),
  expireInSeconds: 60,
});
