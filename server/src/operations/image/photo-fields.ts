import { z } from "zod";

/** The optional form fields of an upload (PD-56). */
export const photoFieldsSchema = z.object({
  areaCode: z.string().max(64).optional(),
  storeNumber: z.string().max(64).optional(),
  bayCode: z.string().max(64).optional(),
  shelfCode: z.string().max(64).optional(),
});
export type PhotoFields = z.infer<typeof photoFieldsSchema>;
