import { z } from "zod";
import { detectionOptionsSchema } from "../detection/options.ts";
import { orientationOverrideSchema, rotationSchema } from "../geometry/orientation.ts";
import { MESSAGES } from "../messages.ts";

/** Treats an empty form field as missing. */
const unlessEmpty = (value: unknown): unknown => (value === "" ? undefined : value);
/** Parses numbers, because form fields are text. */
const asNumber = (value: unknown): unknown =>
  typeof value === "string" && value.trim() !== "" ? Number(value) : unlessEmpty(value);

/** Form fields of a quick test besides the photo (PD-57); numbers as text or as numbers. */
export const analyzeFormSchema = z.object({
  /** A model's sid or name. */
  modelId: z.string(MESSAGES.selectModelFirst).trim().min(1, MESSAGES.selectModelFirst).max(200),
  rotation: z.preprocess(unlessEmpty, rotationSchema.default("none")),
  limit: z.preprocess(asNumber, detectionOptionsSchema.shape.limit),
  codeConfidenceThreshold: z.preprocess(asNumber, detectionOptionsSchema.shape.codeConfidenceThreshold),
  quantityConfidenceThreshold: z.preprocess(asNumber, detectionOptionsSchema.shape.quantityConfidenceThreshold),
});
export type AnalyzeForm = z.infer<typeof analyzeFormSchema>;

export const EXTRACT_FORMATS = ["csv", "json"] as const;
export const extractFormatSchema = z.enum(EXTRACT_FORMATS);
export type ExtractFormat = z.infer<typeof extractFormatSchema>;

/** Form fields of an extract besides the photo or document (PD-52). */
export const extractFormSchema = z.object({
  format: z.preprocess(unlessEmpty, extractFormatSchema.default("csv")),
  orientation: z.preprocess(unlessEmpty, orientationOverrideSchema.default("none")),
});
export type ExtractForm = z.infer<typeof extractFormSchema>;

/** Response of an extract; nothing is stored. */
export const extractResponseSchema = z.object({
  /** CSV, with an empty line between tables; or JSON, `{"tables": [{"rows": [["…"]]}], "text": ["…"]}`. */
  contents: z.string(),
  /** Milliseconds. */
  elapsed: z.int().min(0),
  /** Problems while reading, one sentence each; empty if there were none. */
  problems: z.array(z.string()),
});
export type ExtractResponse = z.infer<typeof extractResponseSchema>;
