import { z } from "zod";
import type { Transitions } from "../common/state-machine.ts";
import { quantitySchema, stickerCodeSchema } from "../detection/validity.ts";

export const CHECK_STATUSES = ["undrawn", "open", "agreed", "disputed", "settled"] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** A check is drawn, answered without seeing the value, and settled by a third look if the answer disagrees (PD-125). */
export const checkTransitions = {
  draw: { from: ["undrawn"], to: "open" },
  agree: { from: ["open"], to: "agreed" },
  dispute: { from: ["open"], to: "disputed" },
  settle: { from: ["disputed"], to: "settled" },
} as const satisfies Transitions<CheckStatus, string>;

/** The values on a sticker. */
const valuesSchema = z.object({ kind: z.literal("values"), code: stickerCodeSchema, quantity: quantitySchema });
const noStickerSchema = z.object({ kind: z.literal("no-sticker") });

/** A point in the upright photo, pixels. */
const markSchema = z.object({ x: z.number().min(0), y: z.number().min(0) });
export type Mark = z.infer<typeof markSchema>;
/** Stickers that one photo can lack. A photo with more was not read. */
const MAX_MARKS = 200;

/** The answer to a check: of a sticker, or the stickers without a result in a whole photo. */
export const checkAnswerSchema = z.discriminatedUnion("kind", [
  valuesSchema,
  noStickerSchema,
  z.object({ kind: z.literal("unreadable") }),
  z.object({ kind: z.literal("photo"), marks: z.array(markSchema).max(MAX_MARKS) }),
]);
export type CheckAnswer = z.infer<typeof checkAnswerSchema>;

/** The decision of a third look. In a photo: the stickers that were really missing. */
export const checkOutcomeSchema = z.discriminatedUnion("kind", [
  valuesSchema,
  noStickerSchema,
  z.object({
    kind: z.literal("photo"),
    missing: z.array(markSchema.extend({ code: stickerCodeSchema, quantity: quantitySchema })).max(MAX_MARKS),
  }),
]);
export type CheckOutcome = z.infer<typeof checkOutcomeSchema>;

/** The values of a row when it was drawn; null for a photo. */
export type CheckedRow = { code: string; quantity: string } | null;

/** Which parts of a row are wrong, the difference of its units, and how many stickers a photo lacks. */
export type CheckJudgement = {
  /** A value of the row is wrong, or the photo lacks a sticker. */
  isWrong: boolean;
  isCodeWrong: boolean;
  isQuantityWrong: boolean;
  unitsDifference: number;
  missing: number;
};

const RIGHT: CheckJudgement = {
  isWrong: false,
  isCodeWrong: false,
  isQuantityWrong: false,
  unitsDifference: 0,
  missing: 0,
};

/** Whether an answer is of the kind of its check. */
export const fitsCheck = (row: CheckedRow, { kind }: CheckAnswer | CheckOutcome): boolean =>
  (row === null) === (kind === "photo");

/** Whether an answer agrees with the row, so that no third look is needed. */
export function agrees(row: CheckedRow, answer: CheckAnswer): boolean {
  if (answer.kind === "photo") return answer.marks.length === 0;
  return answer.kind === "values" && row !== null && answer.code === row.code && answer.quantity === row.quantity;
}

/** Compares a row or photo with what is true. A row without a sticker has neither a right code nor a right quantity. */
export function judgeCheck(row: CheckedRow, outcome: CheckOutcome): CheckJudgement {
  if (outcome.kind === "photo")
    return { ...RIGHT, missing: outcome.missing.length, isWrong: outcome.missing.length > 0 };
  if (row === null) return RIGHT;
  if (outcome.kind === "no-sticker") {
    return {
      isWrong: true,
      isCodeWrong: true,
      isQuantityWrong: true,
      unitsDifference: -Number(row.quantity),
      missing: 0,
    };
  }
  const [isCodeWrong, isQuantityWrong] = [outcome.code !== row.code, outcome.quantity !== row.quantity];
  return {
    isWrong: isCodeWrong || isQuantityWrong,
    isCodeWrong,
    isQuantityWrong,
    unitsDifference: Number(outcome.quantity) - Number(row.quantity),
    missing: 0,
  };
}
