import { z } from "zod";
import { sidSchema } from "../common/id.ts";
import { DIGIT_SLIPS } from "./digit-slips.ts";
import { FINDING_KIND_NAMES } from "./kinds.ts";

export const findingKindSchema = z.enum(FINDING_KIND_NAMES as [(typeof FINDING_KIND_NAMES)[0]]);

export const FINDING_SEVERITIES = ["high", "medium", "low"] as const;
export const findingSeveritySchema = z.enum(FINDING_SEVERITIES);
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

export const FINDING_SEVERITY_TITLES: Readonly<Record<FindingSeverity, string>> = {
  high: "High",
  medium: "Medium",
  low: "Low",
};

/** The figures that a finding's description names. A kind uses those that apply to it. */
export const findingDetailsSchema = z.object({
  counted: z.number().optional(),
  expected: z.number().optional(),
  last: z.number().optional(),
  /** The quantity of one sticker, the quantity that would fit, and the slip between them. */
  quantity: z.number().optional(),
  suggestedQuantity: z.number().optional(),
  slip: z.enum(DIGIT_SLIPS).optional(),
  /** The usual quantity of the other stickers, or the usual number of stickers of the other areas. */
  typical: z.number().optional(),
  stickers: z.number().optional(),
  shelves: z.number().optional(),
  similarCode: z.string().optional(),
  /** Numbers of the areas with most stickers of the code, and of the distant ones. */
  mainAreas: z.array(z.number()).optional(),
  distantAreas: z.array(z.number()).optional(),
  /** Whether `typical` is of the last count, and not of the neighbors. */
  isLastCount: z.boolean().optional(),
  /** The pair of stickers that a person decides about, and the other reading of its quantity. */
  pairSid: sidSchema.optional(),
  otherQuantity: z.number().optional(),
});
export type FindingDetails = z.infer<typeof findingDetailsSchema>;

/** A result that shows what the finding is about. */
export type FindingResult = { imageSid: string; position: number };

/** A finding before prices and severity: what a rule returns. */
export type FindingDraft = {
  kind: z.infer<typeof findingKindSchema>;
  /** The subject, such as a code or an area number. With the kind it identifies the finding. */
  subject: string;
  /**
   * The values that the rule judged. An acceptance is for these values: when they change, the finding is open again.
   */
  state: string;
  /** The probability that the count is wrong, 0–1. */
  likelihood: number;
  /** Units that are counted too many (positive) or too few (negative) if it is. */
  units: number;
  code: string | null;
  areaNumber: number | null;
  /** The photo of a finding without results. */
  imageSid: string | null;
  /** The most telling result first. */
  results: readonly FindingResult[];
  details: FindingDetails;
};

/** `kind:subject`. */
export const findingKeySchema = z.string().regex(/^[\w:-]{1,80}$/);

/** A finding of the radar. */
export const findingSchema = z.object({
  /** Stable: the same doubt about the same subject has the same key after every recompute. */
  key: findingKeySchema,
  kind: findingKindSchema,
  severity: findingSeveritySchema,
  likelihood: z.number(),
  units: z.number(),
  /** `units` at the item's price; null without a price. */
  money: z.number().nullable(),
  /** The sort key: likelihood times units, in money if the event has prices. */
  impact: z.number(),
  code: z.string().nullable(),
  department: z.string().nullable(),
  areaNumber: z.number().int().nullable(),
  imageSid: sidSchema.nullable(),
  state: z.string(),
  details: findingDetailsSchema,
});
export type Finding = z.infer<typeof findingSchema>;
