import { REPORT_FIELDS, type ReportField, reportFieldSchema } from "@precount/domain";
import { z } from "zod";
import { TABLE_FORMATS } from "../../../shared/api/download.ts";

/** The formats of a report's export. JSON is the sealed report, with all fields. */
export const REPORT_FORMATS = [...TABLE_FORMATS, "json"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

const choiceSchema = z.object({
  /** All fields, in the order of the export. */
  order: z.array(reportFieldSchema),
  chosen: z.array(reportFieldSchema),
  format: z.enum(REPORT_FORMATS),
});
/** A user's fields and format for exports. */
export type ExportChoice = z.infer<typeof choiceSchema>;

const DEFAULT_CHOICE: ExportChoice = { order: [...REPORT_FIELDS], chosen: [...REPORT_FIELDS], format: "csv" };

/** Reads a stored choice. Missing fields are appended and duplicates removed; an unreadable choice becomes the default. */
export function readChoice(stored: string | null): ExportChoice {
  try {
    const { order, chosen, format } = choiceSchema.parse(JSON.parse(stored ?? ""));
    return { order: [...new Set([...order, ...REPORT_FIELDS])], chosen: [...new Set(chosen)], format };
  } catch {
    return DEFAULT_CHOICE;
  }
}

/** The chosen fields in the order of the export. */
export const fieldsOf = ({ order, chosen }: ExportChoice): ReportField[] =>
  order.filter((field) => chosen.includes(field));

export const toggleField = (choice: ExportChoice, field: ReportField): ExportChoice => ({
  ...choice,
  chosen: choice.chosen.includes(field) ? choice.chosen.filter((one) => one !== field) : [...choice.chosen, field],
});

/** Moves a field one position towards the start (-1) or the end (1). At an end it stays. */
export function moveField(choice: ExportChoice, field: ReportField, by: -1 | 1): ExportChoice {
  const from = choice.order.indexOf(field);
  const to = from + by;
  const other = choice.order[to];
  if (other === undefined) return choice;
  return { ...choice, order: choice.order.with(from, other).with(to, field) };
}
