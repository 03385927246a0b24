import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** Reads the QR codes and Code 128 barcodes in a photo, which may name its area. */
export const readCodes = defineJob({
  name: "read-codes",
  payload: z.object({ imageSid: sidSchema }),
  expireInSeconds: 300,
});
