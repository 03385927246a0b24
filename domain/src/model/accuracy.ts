/** How many predicted stickers of a model were in approved images, and how many of them a person corrected. */
export type ModelAccuracy = { modelSid: string; stickers: number; corrected: number };

/** '98.4 % of 1,250'; null without an approved sticker. Rounded down: only a model without any correction has 100 %. */
export function describeAccuracy({
  stickers,
  corrected,
}: Pick<ModelAccuracy, "stickers" | "corrected">): string | null {
  if (stickers === 0) return null;
  const percent = Math.floor((1000 * (stickers - corrected)) / stickers) / 10;
  return `${percent.toLocaleString("en-GB")} % of ${stickers.toLocaleString("en-GB")}`;
}
