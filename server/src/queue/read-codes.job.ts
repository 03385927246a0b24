import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** The QR codes and Code 128s in a photo, by which it may find its area. */
export const readCodes = defineJob({
  name: "read-codes",
  payload: z.object({ imageSid: sidSchema }),
  expireInSeconds: 300,
});
