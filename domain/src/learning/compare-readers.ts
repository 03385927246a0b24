/** How a model read one field of a sticker: whether the value is right, and whether it was sure enough to be valid. */
export type FieldOutcome = { right: boolean; valid: boolean };
export type StickerOutcome = { code: FieldOutcome; quantity: FieldOutcome };

/** One sticker that the champion (the model in use) and the challenger (the trained one) have read. */
export type ComparedSticker = {
  /** The account that gave the truth; null in the frozen set. */
  account: string | null;
  champion: StickerOutcome;
  challenger: StickerOutcome;
};

export const FIELDS = ["code", "quantity"] as const;

/** What must not get worse: shares of stickers whose code is wrong, whose quantity is wrong, and with a valid but wrong value. */
export const MEASURES = ["codes", "quantities", "validButWrong"] as const;
export type Measure = (typeof MEASURES)[number];

const isValidButWrong = ({ right, valid }: FieldOutcome): boolean => valid && !right;

const fails: Readonly<Record<Measure, (outcome: StickerOutcome) => boolean>> = {
  codes: ({ code }) => !code.right,
  quantities: ({ quantity }) => !quantity.right,
  validButWrong: ({ code, quantity }) => isValidButWrong(code) || isValidButWrong(quantity),
};

/** By how many percentage points a share of failures is higher with the challenger; below 0 it is better. */
export function changeInPoints(stickers: readonly ComparedSticker[], measure: Measure): number {
  if (stickers.length === 0) return 0;
  const failed = (model: "champion" | "challenger"): number =>
    stickers.filter((sticker) => fails[measure](sticker[model])).length;
  return (100 * (failed("challenger") - failed("champion"))) / stickers.length;
}

const errors = (outcome: StickerOutcome): number => FIELDS.filter((field) => !outcome[field].right).length;

/**
 * Stickers of which the challenger reads more fields right, and fewer. A sticker is one pair: its two numbers have one
 * writer and one photo, so they are not independent.
 */
export function discordantPairs(stickers: readonly ComparedSticker[]): { better: number; worse: number } {
  const gains = stickers.map(({ champion, challenger }) => errors(champion) - errors(challenger));
  return { better: gains.filter((gain) => gain > 0).length, worse: gains.filter((gain) => gain < 0).length };
}

/** The number of wrong fields of the champion and of the challenger. */
export function countErrors(stickers: readonly ComparedSticker[]): { champion: number; challenger: number } {
  const total = (model: "champion" | "challenger"): number =>
    stickers.reduce((sum, sticker) => sum + errors(sticker[model]), 0);
  return { champion: total("champion"), challenger: total("challenger") };
}
