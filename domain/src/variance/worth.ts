import type { Cell } from "../stats/cell.ts";

/**
 * Units that a recheck of one sticker can correct at most (PD-97). A surplus of its code can be a misread quantity or a sticker that was
 * counted twice, so the sticker explains up to its own units. A shortage can be anywhere, so the sticker gets the share of the code's
 * counted units that it has.
 * @param difference of the code in the event: counted minus expected
 * @param counted units of the code in the event
 */
export function recheckWorth(units: number, difference: number, counted: number): number {
  if (difference >= 0) return Math.min(units, difference);
  return counted === 0 ? 0 : (-difference * units) / counted;
}

/** A sticker on the recount list, with its recheck worth. */
export type StickerToRecheck = {
  imageSid: string;
  imageName: string;
  /** Counts from 1, as in the review's address. */
  result: number;
  area: { sid: string; name: string } | null;
  code: string;
  description: string | null;
  units: number;
  /** Counted units of the code in the event. */
  counted: number;
  expected: number;
  difference: number;
  worth: { units: number; value: number | null };
};

/** Rows of the recount list: areas and stickers, each with its recheck worth. */
export const RECOUNT_LIMIT = 50;

export const RECOUNT_COLUMNS = [
  "Kind",
  "Area",
  "Photo",
  "Result",
  "SKU",
  "Description",
  "Counted",
  "Expected",
  "Difference",
  "Recount worth in units",
  "Recount worth in value",
] as const;

export const stickerCells = (row: StickerToRecheck): Cell[] => [
  "Sticker",
  row.area?.name ?? null,
  row.imageName,
  row.result,
  row.code,
  row.description,
  row.units,
  row.expected,
  row.difference,
  Math.round(row.worth.units * 100) / 100,
  row.worth.value,
];
