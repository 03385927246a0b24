import { bottom } from "../boxes.ts";
import { groupIntoLines } from "../lines.ts";
import type { Word } from "../page-content.ts";
import { type Grid, columnsOf, rowsOf, spansOf } from "./grid.ts";
import { isCaption, isNote } from "./loose-lines.ts";

/** The minimum rows of a table without its caption and note. */
const MIN_ROWS = 2;

/** Removes the first row of a grid when it is a caption, and the last when it is a note, over all columns inside the frame. */
export function withoutFramedNotes(grid: Grid, words: readonly Word[]): Grid {
  let [first, end] = [0, rowsOf(grid)];
  if (end - first > MIN_ROWS && isOnly(grid, words, first, isCaption)) first += 1;
  if (end - first > MIN_ROWS && isOnly(grid, words, end - 1, isNote)) end -= 1;
  if (first === 0 && end === rowsOf(grid)) return grid;
  const { xs, ys, wallRight, wallBelow, verticals } = grid;
  return {
    xs,
    ys: ys.slice(first, end + 1),
    wallRight: wallRight.slice(first, end),
    wallBelow: wallBelow.slice(first, end),
    ...(verticals ? { verticals } : {}),
  };
}

/** Whether a row is one cell over all columns whose text starts as `accept` wants. */
function isOnly(grid: Grid, words: readonly Word[], row: number, accept: typeof isCaption): boolean {
  const isWide = spansOf(grid).some(
    (span) => span.row === row && span.rowSpan === 1 && span.columnSpan === columnsOf(grid),
  );
  if (!isWide) return false;
  const [top, low] = [grid.ys[row] ?? 0, grid.ys[row + 1] ?? 0];
  const [line] = groupIntoLines(
    words.filter(({ place }) => {
      const middle = (place.y + bottom(place)) / 2;
      return middle > top && middle < low;
    }),
  );
  return line !== undefined && accept(line);
}
