import type { PagePlace, TableBlock } from "../structure.ts";
import { isWithin } from "./cut-table.ts";
import { MAX_CUT_COLUMNS, MAX_CUT_ROWS, type PageWord, type TableCut } from "./table-edit.ts";
import { groupIntoLines, placeOf } from "./word-lines.ts";

type Cut = Pick<TableCut, "columns" | "rows" | "merged">;

/** The lines and merged cells of a table's part on a page, from the places of its cells; null when the page has none of them. */
export function linesOf({ cells }: Pick<TableBlock, "cells">, page: number): Cut | null {
  const columns = new Map<number, number>();
  const rows = new Map<number, number>();
  const merged: PagePlace[] = [];
  for (const cell of cells) {
    const { row, column, rowSpan, columnSpan, place } = cell;
    if (cell.page !== page || !place) continue;
    columns.set(column, place.x).set(column + columnSpan, place.x + place.width);
    rows.set(row, place.y).set(row + rowSpan, place.y + place.height);
    if (rowSpan * columnSpan > 1) merged.push(place);
  }
  return rows.size === 0 ? null : { columns: ascending(columns), rows: ascending(rows), merged };
}

const ascending = (lines: ReadonlyMap<number, number>): number[] =>
  withoutRepeats([...lines].toSorted(([a], [b]) => a - b).map(([, line]) => Math.max(0, line)));

/** The lines that are further than all lines before them. */
function withoutRepeats(lines: readonly number[]): number[] {
  const kept: number[] = [];
  for (const line of lines) if (line > (kept.at(-1) ?? -1)) kept.push(line);
  return kept;
}

/** Proposes lines for an area that a person has drawn: between the lines of text, and in the gaps that no word crosses. */
export function proposeLines(words: readonly PageWord[], area: PagePlace): Cut {
  const [left, right, top, bottom] = [area.x, area.x + area.width, area.y, area.y + area.height];
  const inside = words.filter((word) => isWithin({ columns: [left, right], rows: [top, bottom] }, placeOf(word)));
  const rows = groupIntoLines(inside).map((line): Span => [
    Math.min(...line.map((word) => word[2])),
    Math.max(...line.map((word) => word[2] + word[4])),
  ]);
  const columns = inside.map((word): Span => [word[1], word[1] + word[3]]);
  const minGap = MIN_COLUMN_GAP * median(inside.map((word) => word[4]));
  return {
    columns: [
      left,
      ...gapMiddles(columns, minGap)
        .filter(between(left, right))
        .slice(0, MAX_CUT_COLUMNS - 1),
      right,
    ],
    rows: [
      top,
      ...gapMiddles(rows, -Infinity)
        .filter(between(top, bottom))
        .slice(0, MAX_CUT_ROWS - 1),
      bottom,
    ],
    merged: [],
  };
}

/** In letter heights: wider than the space between two words. */
const MIN_COLUMN_GAP = 0.6;

type Span = readonly [from: number, to: number];

const between = (low: number, high: number) => (at: number) => at > low && at < high;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The middles of the gaps between spans that are at least `minGap` wide. A negative `minGap` allows spans that overlap. */
function gapMiddles(spans: readonly Span[], minGap: number): number[] {
  const middles: number[] = [];
  let end: number | null = null;
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    if (end !== null && from - end >= minGap) middles.push((from + end) / 2);
    end = Math.max(end ?? to, to);
  }
  return withoutRepeats(middles);
}
