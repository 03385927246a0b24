import { REPORT_FIELDS, type ReportField, reportFieldSchema } from "@precount/domain";
import { z } from "zod";
import { TABLE_FORMATS } from "../../../shared/api/download.ts";

const choiceSchema = z.object({
  /** All fields, in the order in which the chosen ones are written. */
  order: z.array(reportFieldSchema),
  chosen: z.array(reportFieldSchema),
  format: z.enum(TABLE_FORMATS),
});
/** What an export holds, as a person last had it. */
export type ExportChoice = z.infer<typeof choiceSchema>;

const USUAL: ExportChoice = { order: [...REPORT_FIELDS], chosen: [...REPORT_FIELDS], format: "csv" };

/** What was stored, made whole: a field it does not know comes last, one that is named twice comes once. */
export function readChoice(stored: string | null): ExportChoice {
  try {
    const { order, chosen, format } = choiceSchema.parse(JSON.parse(stored ?? ""));
    return { order: [...new Set([...order, ...REPORT_FIELDS])], chosen: [...new Set(chosen)], format };
  } catch {
    return USUAL;
  }
}

/** The chosen fields in their order. */
export const fieldsOf = ({ order, chosen }: ExportChoice): ReportField[] =>
  order.filter((field) => chosen.includes(field));

export const toggled = (choice: ExportChoice, field: ReportField): ExportChoice => ({
  ...choice,
  chosen: choice.chosen.includes(field) ? choice.chosen.filter((one) => one !== field) : [...choice.chosen, field],
});

/** One place towards the beginning (-1) or the end (1); at an end it stays. */
export function moved(choice: ExportChoice, field: ReportField, by: -1 | 1): ExportChoice {
  const from = choice.order.indexOf(field);
  const to = from + by;
  const other = choice.order[to];
  if (other === undefined) return choice;
  return { ...choice, order: choice.order.with(from, other).with(to, field) };
}
