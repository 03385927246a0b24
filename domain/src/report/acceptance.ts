import { z } from "zod";
import { nameSchema } from "../common/name.ts";

/** Someone accepts a report, such as the store's manager (PD-146). */
export const newAcceptanceSchema = z.object({
  /** The person who accepts; often without an account. */
  name: nameSchema(1, "Please enter who accepts the report"),
  remark: z.string().trim().max(1000).default(""),
});
export type NewAcceptance = z.infer<typeof newAcceptanceSchema>;

export type ReportAcceptance = {
  sid: string;
  name: string;
  remark: string;
  at: string;
  /** The account that recorded it. */
  recordedBy: string;
};

/** The most acceptances of a report. A higher number would be a mistake or misuse. */
export const MAX_ACCEPTANCES = 20;
