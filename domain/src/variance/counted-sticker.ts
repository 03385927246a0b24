import type { Result } from "../detection/result.ts";
import { parseUnits } from "../report/contents.ts";

/** A sticker as it is counted: the index of its result, its code as read, and its units. */
export type CountedSticker = [index: number, code: string, units: number];

/** The stickers of an image that count: those that are not discarded. Doubtful ones count with the value that was read. */
export const countedStickers = (results: readonly Result[]): CountedSticker[] =>
  results.flatMap((result, index): CountedSticker[] =>
    result.label === "sticker" && !result.discarded
      ? [[index, result.code.value, parseUnits(result.quantity?.value ?? "")]]
      : [],
  );

/** The units of an image: the sum of the quantities of its stickers that count. */
export const countUnits = (results: readonly Result[]): number =>
  countedStickers(results).reduce((sum, [, , units]) => sum + units, 0);
