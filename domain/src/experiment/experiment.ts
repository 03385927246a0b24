import { z } from "zod";
import { detectionOptionsSchema } from "../detection/options.ts";
import { rotationSchema } from "../geometry/orientation.ts";
import { MESSAGES } from "../messages.ts";

/** What a form leaves empty is as if it were not there. */
const unlessEmpty = (value: unknown): unknown => (value === "" ? undefined : value);
/** Fields of a form are text. */
const asNumber = (value: unknown): unknown =>
  typeof value === "string" && value.trim() !== "" ? Number(value) : unlessEmpty(value);

/** The fields of a quick test beside its photo (decision 57), numbers as text or as numbers. */
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

/** The fields of an extract beside its photo or document (decision 52). */
export const extractFormSchema = z.object({
  format: z.preprocess(unlessEmpty, extractFormatSchema.default("csv")),
  orientation: z.preprocess(unlessEmpty, rotationSchema.default("none")),
});
export type ExtractForm = z.infer<typeof extractFormSchema>;

/** What an extract answers, stored nowhere. */
export const extractResponseSchema = z.object({
  /** CSV, several tables apart by an empty line; or JSON, `{"tables": [{"rows": [["…"]]}], "text": ["…"]}`. */
  contents: z.string(),
  /** Milliseconds. */
  elapsed: z.int().min(0),
  /** What could not be read, each one sentence for a person; empty when all was. */
  problems: z.array(z.string()),
});
export type ExtractResponse = z.infer<typeof extractResponseSchema>;
