import { around, bottom, median } from "../boxes.ts";
import { type Line, letterSize, linesOf } from "../lines.ts";
import type { Word } from "../marks.ts";
import { type Grid, rowsOf } from "./grid.ts";
import { type Row, columnAt, rowEdges, rowsOfLines } from "./rows.ts";

/** A table with lines drawn between its columns alone has few drawn rows, one of them with most of its text. */
const MOST_DRAWN_ROWS = 3;
/** In letter sizes: white between lines that no single text has. */
const ROW_WHITE = 0.32;
/** Of its columns, so many have something in every line of rows; text that was wrapped leaves more empty. */
const FILLED = 0.7;

/** The grid with its rows parted by the text in them, where lines are drawn between the columns alone; else undefined. */
export function withTextRows(grid: Grid, words: readonly Word[]): Grid | undefined {
  if (rowsOf(grid) > MOST_DRAWN_ROWS) return undefined;
  const parted: Grid = { xs: grid.xs, ys: [grid.ys[0] ?? 0], wallRight: [], wallBelow: [] };
  for (let row = 0; row < rowsOf(grid); row += 1) {
    const [top, low] = [grid.ys[row] ?? 0, grid.ys[row + 1] ?? 0];
    const edges = edgesWithin(
      linesOf(words.filter(({ place }) => isBetween(place.y + place.height / 2, top, low))),
      grid.xs,
    );
    for (const edge of [...edges, low]) {
      parted.ys.push(edge);
      parted.wallRight.push(grid.wallRight[row] ?? []);
      parted.wallBelow.push(edge === low ? (grid.wallBelow[row] ?? []) : grid.xs.slice(1).map(() => true));
    }
  }
  return rowsOf(parted) > rowsOf(grid) ? parted : undefined;
}

const isBetween = (y: number, top: number, low: number): boolean => y > top && y < low;

/** Where a drawn row's text shows that it is several rows. */
function edgesWithin(lines: readonly Line[], xs: readonly number[]): number[] {
  const rows = rowsOfLines(lines, xs, []);
  return rows.length > 1 && areRows(rows, xs) ? rowEdges(rows, []).slice(1, -1) : [];
}

function areRows(rows: readonly Row[], xs: readonly number[]): boolean {
  const words = rows.map((row) => row.flatMap((line) => line.words));
  const size = letterSize(words.flat());
  const places = words.map((row) => around(row.map(({ place }) => place)));
  const whites = places.slice(1).map((place, index) => place.y - bottom(places[index] ?? place));
  const filled = median(
    words.map((row) => new Set(row.map(({ place }) => columnAt(xs, place.x + place.width / 2))).size),
    0,
  );
  const columns = xs.length - 1;
  if (filled < 2) return false;
  const isWhite = median(whites, 0) >= ROW_WHITE * size;
  const isFilled = columns > 2 && filled >= FILLED * columns;
  return rows.length > 2 ? isWhite || isFilled : isWhite && isFilled;
}
