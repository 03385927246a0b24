import { isAreaField } from "@precount/domain";
import { z } from "zod";

/** An optional text in a form or an address. The messages name it. */
export const textField = (name: string, maxLength: number) =>
  z.string(`Send ${name} only once.`).max(maxLength, `${name} must have at most ${maxLength} characters.`).optional();

/** The optional form fields of an upload (PD-56). */
export const photoFieldsSchema = z.object({
  areaCode: textField("areaCode", 64).refine(isAreaField, "areaCode must be the number of an area, such as 12."),
  storeNumber: textField("storeNumber", 64),
  bayCode: textField("bayCode", 64),
  shelfCode: textField("shelfCode", 64),
});
export type PhotoFields = z.infer<typeof photoFieldsSchema>;
