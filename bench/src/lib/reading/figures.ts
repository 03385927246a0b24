import type { PhotoOutcome, StickerOutcome } from "./tally.ts";

/** Fractions of the true stickers, but `precision`: of the found ones. */
export interface ReadingFigures {
  stickers: number;
  precision: number;
  recall: number;
  code: number;
  quantity: number;
  row: number;
  /** Called valid at the default thresholds, correct or not. */
  certain: number;
  validButWrong: number;
}

export interface ReliabilityBin {
  from: number;
  to: number;
  count: number;
  /** Mean confidence of the values in the bin. */
  confidence: number;
  /** Share of them that are correct. */
  right: number;
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const share = (part: number, whole: number): number => rounded(whole === 0 ? 1 : part / whole);

/** The figures of some stickers, with the false stickers of the photos they are on. */
export function readingFigures(stickers: readonly StickerOutcome[], falseStickers: number): ReadingFigures {
  const count = (is: (sticker: StickerOutcome) => boolean): number => stickers.filter((sticker) => is(sticker)).length;
  const found = count(({ isFound }) => isFound);
  const wrong = count(({ certain, code, quantity }) => certain && !(code && quantity));
  return {
    stickers: stickers.length,
    precision: share(found, found + falseStickers),
    recall: share(found, stickers.length),
    code: share(
      count(({ code }) => code),
      stickers.length,
    ),
    quantity: share(
      count(({ quantity }) => quantity),
      stickers.length,
    ),
    row: share(
      count(({ row }) => row),
      stickers.length,
    ),
    certain: share(
      count(({ certain }) => certain),
      stickers.length,
    ),
    validButWrong: stickers.length === 0 ? 0 : rounded(wrong / stickers.length),
  };
}

/** Figures of whole photos. */
export const photoFigures = (photos: readonly PhotoOutcome[]): ReadingFigures =>
  readingFigures(
    photos.flatMap(({ stickers }) => stickers),
    sum(photos.map(({ falseStickers }) => falseStickers)),
  );

/** Precision, recall and code of shelf tags. */
export function shelfFigures(photos: readonly PhotoOutcome[]): { precision: number; recall: number; code: number } {
  const total = (key: keyof PhotoOutcome["shelves"]): number => sum(photos.map(({ shelves }) => shelves[key]));
  return {
    precision: share(total("matched"), total("found")),
    recall: share(total("matched"), total("true")),
    code: share(total("code"), total("true")),
  };
}

const EDGES = [0, 0.2, 0.4, 0.55, 0.7, 0.8, 0.9, 0.95, 1.0001];

/** How often values of a certainty are correct, by bins of certainty. */
export function reliability(stickers: readonly StickerOutcome[], field: "code" | "quantity"): ReliabilityBin[] {
  const values = stickers.flatMap(({ confidences }) => confidences).filter((value) => value.field === field);
  return EDGES.slice(1).flatMap((to, i) => {
    const from = EDGES[i]!;
    const inside = values.filter(({ confidence }) => confidence >= from && confidence < to);
    if (inside.length === 0) return [];
    const mean = sum(inside.map(({ confidence }) => confidence)) / inside.length;
    const right = inside.filter((value) => value.right).length;
    return [
      {
        from,
        to: Math.min(1, to),
        count: inside.length,
        confidence: rounded(mean),
        right: share(right, inside.length),
      },
    ];
  });
}

/** Handwritten numbers whose height on the photo is from `fromPx` to below `toPx`; null: any larger one. */
export interface HeightBin {
  fromPx: number;
  toPx: number | null;
  codes: number;
  /** Share of the codes that are found and right. */
  codesRight: number;
  quantities: number;
  quantitiesRight: number;
}

const HEIGHTS_PX = [0, 12, 16, 24, 32, 48, Infinity];

/** How often handwritten numbers are right, by their height on the photo. */
export function handwritingByHeight(stickers: readonly StickerOutcome[]): HeightBin[] {
  const numbers = stickers.flatMap(({ handwritten }) => handwritten);
  return HEIGHTS_PX.slice(1).flatMap((toPx, i) => {
    const fromPx = HEIGHTS_PX[i]!;
    const inside = numbers.filter(({ heightPx }) => heightPx >= fromPx && heightPx < toPx);
    if (inside.length === 0) return [];
    const [codes, quantities] = (["code", "quantity"] as const).map((name) =>
      inside.filter(({ field }) => field === name),
    );
    const right = (all: typeof inside): number => share(all.filter((number) => number.right).length, all.length);
    return [
      {
        fromPx,
        toPx: toPx === Infinity ? null : toPx,
        codes: codes!.length,
        codesRight: right(codes!),
        quantities: quantities!.length,
        quantitiesRight: right(quantities!),
      },
    ];
  });
}
