import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";

export const REPORT_FIELDS = ["areaCode", "bayCode", "shelfCode", "code", "quantity"] as const;
export const reportFieldSchema = z.enum(REPORT_FIELDS);
export type ReportField = z.infer<typeof reportFieldSchema>;

/** Column titles as the report page and the export show them. */
export const REPORT_FIELD_TITLES: Readonly<Record<ReportField, string>> = {
  areaCode: "Area",
  bayCode: "Aisle/Bay",
  shelfCode: "Shelf",
  code: "SKU",
  quantity: "Quantity",
};

/** One sticker. All text: leading zeros survive every export (decision 28). */
export const reportRowSchema = z.object({
  areaCode: z.string(),
  bayCode: z.string(),
  shelfCode: z.string(),
  code: z.string(),
  quantity: z.string(),
});
export type ReportRow = z.infer<typeof reportRowSchema>;

export const REPORT_EXCEPTION_KINDS = ["no-shelf", "area-without-photo", "image-rejected"] as const;
export type ReportExceptionKind = (typeof REPORT_EXCEPTION_KINDS)[number];

export const reportExceptionSchema = z.object({
  kind: z.enum(REPORT_EXCEPTION_KINDS),
  /** The image or area it is about, by name. */
  subject: z.string(),
  detail: z.string(),
});
export type ReportException = z.infer<typeof reportExceptionSchema>;

/** Ways to order the totals per SKU; a leading '-' turns it round. */
export const SKU_SORTS = ["code", "-code", "rows", "-rows", "quantity", "-quantity"] as const;
export type SkuSort = (typeof SKU_SORTS)[number];

/** Decision 35. Immutable once made. */
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
/** All of a report but its rows, of which there may be 100,000; `totals.rows` says how many. */
export type ReportHead = Omit<ReportContents, "rows">;

export const reportSchema = z.object({
  sid: sidSchema,
  title: z.string(),
  version: z.number().int(),
  createdAt: isoDateSchema,
  contents: reportContentsSchema,
});
export type Report = z.infer<typeof reportSchema>;
