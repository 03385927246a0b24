import { around, overlap } from "../boxes.ts";
import type { Line } from "../lines.ts";
import type { Stroke } from "../rules/straight.ts";
import { type Stretch, acrossOf } from "../stretches.ts";
import { gridOfBrokenLevels } from "./broken-levels.ts";
import { columnGap, columnGapsOf, crossed, edgesAt } from "./columns.ts";
import type { Grid } from "./grid.ts";
import { rowEdges, rowsOfLines } from "./rows.ts";
import { type FoundTable, fillGrid } from "./table.ts";

export interface Hints {
  /** Level lines among the text. */
  strokes: readonly Stroke[];
  /** Where drawn lines say that the table begins and ends. */
  outer?: Stretch;
}

/** How much of a table's width a line must go across to part its rows. */
const WHOLE = 0.8;

/** Lines as a table whose columns show by the white between them; undefined when there is but one column, or one row. */
export function tableFromText(lines: readonly Line[], hints: Hints, page: number): FoundTable | undefined {
  const usual = columnGap(lines);
  const gaps = columnGapsOf(lines, usual);
  if (gaps.length === 0) return undefined;
  const text = around(lines.map(({ place }) => place));
  const outer = hints.outer ?? acrossOf(text);
  const grid =
    gridOfBrokenLevels(lines, gaps, outer, hints.strokes, usual) ??
    gridOfRows(lines, gaps, outer, hints.strokes, usual);
  return (
    grid &&
    fillGrid(
      grid,
      lines.flatMap(({ words }) => words),
      page,
      "unruled",
    )
  );
}

/** Rows by the lines drawn between them and by the text; undefined when there is but one. */
function gridOfRows(
  lines: readonly Line[],
  gaps: readonly Stretch[],
  outer: Stretch,
  strokes: readonly Stroke[],
  usualGap: number,
): Grid | undefined {
  const xs = edgesAt(gaps, outer);
  const isWhole = ({ from, to }: Stroke): boolean =>
    overlap(from, to, outer.from, outer.to) > WHOLE * (outer.to - outer.from);
  const separators = strokes.filter(isWhole).map(({ at }) => at);
  const rows = rowsOfLines(lines, xs, separators);
  if (rows.length < 2) return undefined;
  const ys = rowEdges(rows, separators);
  const wallRight = rows.map((row, index) => {
    const under = strokes.filter((stroke) => !isWhole(stroke) && isBelow(stroke, ys, index));
    const open = new Set([
      ...row.flatMap((line) => crossed(gaps, line, usualGap)),
      ...gaps.filter((gap) => isUnder(under, gap)),
    ]);
    return [...gaps.map((gap) => !open.has(gap)), true];
  });
  return { xs, ys, wallRight, wallBelow: rows.map(() => xs.slice(1).map(() => true)) };
}

/** A line drawn under a heading over several columns stands between its row and the next. */
function isBelow({ at }: Stroke, ys: readonly number[], row: number): boolean {
  const [top, low] = [ys[row] ?? 0, ys[row + 1] ?? 0];
  return at > (top + low) / 2 && at < low + (low - top) / 2;
}

const isUnder = (strokes: readonly Stroke[], { from, to }: Stretch): boolean =>
  strokes.some((stroke) => stroke.from < from && stroke.to > to);
