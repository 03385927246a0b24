import { z } from "zod";

const count = z.number().int().nonnegative();

/** How one model read one set of stickers: numbers of stickers. */
const tallySchema = z.object({
  stickers: count,
  wrongCodes: count,
  wrongQuantities: count,
  /** Stickers with a value that is valid but wrong. */
  validButWrong: count,
  /** Stickers whose code and quantity are both valid without a person. */
  valid: count,
});
export type ReadingTally = z.infer<typeof tallySchema>;

/** Values whose certainty is from `from` to `to` (0–1), and how many of them are right. */
const reliabilityBinSchema = z.object({ from: z.number(), to: z.number(), values: count, right: count });
export type ReliabilityBin = z.infer<typeof reliabilityBinSchema>;

/** The figures of one model on the held-out stickers and on the frozen set. */
const judgedModelSchema = z.object({
  heldOut: tallySchema,
  frozen: tallySchema,
  /** On the held-out stickers; bins rise and do not overlap. */
  reliability: z.array(reliabilityBinSchema),
  /** Held-out digits: `confusion[truth][read]`, 10 × 10. Only values of the right length are counted. */
  confusion: z.array(z.array(count).length(10)).length(10),
});
export type JudgedModel = z.infer<typeof judgedModelSchema>;

/** The examples that a training run learned from, and how its model compares with the model in use. Part of the model's files. */
export const learningReportSchema = z.object({
  version: z.literal(1),
  /** Names of the model that the new one adapts, and of the model in use that it was compared with. */
  base: z.string(),
  champion: z.string(),
  learnedFrom: z.object({
    stickers: count,
    typed: count,
    blindChecked: count,
    unchanged: count,
    projects: count,
    accounts: count,
  }),
  /** Accounts whose values were left out because they contradict too many sure readings. */
  leftOutAccounts: z.array(z.object({ account: z.string(), sure: count, contradicted: count })),
  models: z.object({ champion: judgedModelSchema, challenger: judgedModelSchema }),
  /** Held-out stickers that the challenger reads better and worse. */
  better: count,
  worse: count,
  /** The exact test's probability of so many if both models were equally good. */
  p: z.number().min(0).max(1),
  /** Whether the promotion rule accepts the model; otherwise why not. */
  decision: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true) }),
    z.object({ ok: z.literal(false), reason: z.string() }),
  ]),
  /** Keys of held-out examples whose reading the challenger changed, at most 60 each, with what both models read. */
  changed: z.object({
    fixed: z.array(z.object({ key: z.string(), before: z.string(), after: z.string() })).max(60),
    broken: z.array(z.object({ key: z.string(), before: z.string(), after: z.string() })).max(60),
  }),
  seconds: z.number().nonnegative(),
  passes: count,
});
export type LearningReport = z.infer<typeof learningReportSchema>;

/** `"131005 × 12"`, as `changed` shows a sticker's two values; '–' for an unread value. */
export const describeStickerValues = (code: string, quantity: string): string => `${code || "–"} × ${quantity || "–"}`;
