import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { defineJob } from "./job.ts";

/** Applies an event's item list to the results that are not validated. */
export const applyItemList = defineJob({
  name: "apply-item-list",
  payload: z.object({ projectSid: sidSchema }),
  expireInSeconds: 900,
});
