import type { Word } from "../page-content.ts";
import { type Grid, columnsOf } from "./grid.ts";

/** In letter sizes: a column without words that is narrower is the padding beside shaded text, and no column. */
const MAX_PADDING = 0.7;

/** Joins columns that are the padding between a cell's line and the shaded text in it with the column beside them. */
export function withoutPadding(grid: Grid, words: readonly Word[], letterSize: number): Grid {
  const isPadding = (of: Grid, column: number): boolean => {
    const [from = 0, to = 0] = of.xs.slice(column, column + 2);
    const isEmpty = words.every(({ place }) => place.x + place.width / 2 < from || place.x + place.width / 2 > to);
    return to - from < MAX_PADDING * letterSize && isEmpty;
  };
  let result = grid;
  for (let column = columnsOf(result) - 1; column >= 0 && columnsOf(result) > 1; column -= 1) {
    if (!isPadding(result, column)) continue;
    const hasTextBefore = column > 0 && !isPadding(result, column - 1);
    const isLast = column === columnsOf(result) - 1;
    result = hasTextBefore || isLast ? joinColumns(result, column - 1, column) : joinColumns(result, column, column);
  }
  return result;
}

/** Joins the columns `first` and `first` + 1; the lines below those of `dropped` are not kept. */
const joinColumns = ({ xs, ys, verticals, wallRight, wallBelow }: Grid, first: number, dropped: number): Grid => ({
  xs: xs.toSpliced(first + 1, 1),
  ys,
  ...(verticals ? { verticals: verticals.toSpliced(first + 1, 1) } : {}),
  wallRight: wallRight.map((walls) => walls.toSpliced(first, 1)),
  wallBelow: wallBelow.map((walls) => walls.toSpliced(dropped, 1)),
});
