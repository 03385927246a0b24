import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";

export const REPORT_FIELDS = ["areaCode", "bayCode", "shelfCode", "code", "quantity"] as const;
export const reportFieldSchema = z.enum(REPORT_FIELDS);
export type ReportField = z.infer<typeof reportFieldSchema>;

/** Column titles on the report page and in the export. */
export const REPORT_FIELD_TITLES: Readonly<Record<ReportField, string>> = {
  areaCode: "Area",
  bayCode: "Aisle/Bay",
  shelfCode: "Shelf",
  code: "SKU",
  quantity: "Quantity",
};

/** One sticker. All fields are text, so that leading zeros survive every export (PD-28). */
export const reportRowSchema = z.object({
  areaCode: z.string(),
  bayCode: z.string(),
  shelfCode: z.string(),
  code: z.string(),
  quantity: z.string(),
});
export type ReportRow = z.infer<typeof reportRowSchema>;

export const REPORT_EXCEPTION_KINDS = [
  "no-shelf",
  "area-without-photo",
  "area-photo-rejected",
  "image-without-area",
  "image-not-counted",
  "image-rejected",
  "sticker-counted-once",
] as const;
export type ReportExceptionKind = (typeof REPORT_EXCEPTION_KINDS)[number];

export const reportExceptionSchema = z.object({
  kind: z.enum(REPORT_EXCEPTION_KINDS),
  /** Name of the image or area. */
  subject: z.string(),
  detail: z.string(),
});
export type ReportException = z.infer<typeof reportExceptionSchema>;

/** Sort orders of the totals per SKU; a leading '-' means descending. */
export const SKU_SORTS = ["code", "-code", "rows", "-rows", "quantity", "-quantity"] as const;
export type SkuSort = (typeof SKU_SORTS)[number];

/** Contents of a report (PD-35). Immutable. */
export const reportContentsSchema = z.object({
  event: z.object({ sid: sidSchema, name: z.string(), slug: z.string() }),
  version: z.number().int().min(1),
  generatedAt: isoDateSchema,
  generatedBy: z.object({ sid: sidSchema, name: z.string() }),
  totals: z.object({
    rows: z.number().int(),
    quantity: z.number().int(),
    images: z.number().int(),
    bySku: z.array(z.object({ code: z.string(), rows: z.number().int(), quantity: z.number().int() })),
  }),
  exceptions: z.array(reportExceptionSchema),
  rows: z.array(reportRowSchema),
});
export type ReportContents = z.infer<typeof reportContentsSchema>;
/** A report without its rows, of which there may be 100,000; `totals.rows` is their number. */
export type ReportHead = Omit<ReportContents, "rows">;

export const reportSchema = z.object({
  sid: sidSchema,
  title: z.string(),
  version: z.number().int(),
  createdAt: isoDateSchema,
  contents: reportContentsSchema,
});
export type Report = z.infer<typeof reportSchema>;
