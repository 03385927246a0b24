import type { FoundTable } from "./fill-grid.ts";
import { rowsOf } from "./grid.ts";
import { isNumber } from "./numbers.ts";

/** The minimum shares of filled cells: of a table of texts, of one with numbers, and of one with two rows. */
const MIN_FILLED_TEXTS = 0.45;
const MIN_FILLED_NUMBERS = 0.4;
const MIN_FILLED_PAIR = 0.7;
const MIN_NUMBER_SHARE = 0.3;

/** Whether enough cells are filled. Text that only happens to be aligned, such as in a form, leaves most of them empty. */
export function isFilled({ cells, grid }: FoundTable): boolean {
  const filled = cells.filter(({ text }) => text !== "");
  const numbers = filled.filter(({ text }) => text.split(/\s+/u).every(isNumber));
  const isNumeric = numbers.length >= MIN_NUMBER_SHARE * filled.length;
  if (rowsOf(grid) === 2 && !isNumeric && filled.length < MIN_FILLED_PAIR * cells.length) return false;
  return filled.length >= (isNumeric ? MIN_FILLED_NUMBERS : MIN_FILLED_TEXTS) * cells.length;
}
