import { array, assert, boolean, constantFrom, integer, property, record } from "fast-check";
import { expect, test } from "vitest";
import type { Ruling } from "../page-content.ts";
import { type Span, spansOf } from "../tables/grid.ts";
import { buildGrid } from "./lattice.ts";
import { groupIntoMeshes } from "./meshes.ts";
import { mergeRulings } from "./strokes.ts";

const SIZE = 10;

interface Merge {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
}

/** A random grid with merged cells. A merge that overlaps an earlier one is skipped. */
function spansWith(rows: number, columns: number, merges: readonly Merge[]): Omit<Span, "place">[] {
  const owner = new Map<string, Merge>();
  const singles = slots(rows, columns).map(({ row, column }) => ({ row, column, rowSpan: 1, columnSpan: 1 }));
  const all = [...merges, ...singles];
  return all
    .filter((merge) => {
      const own = slots(merge.rowSpan, merge.columnSpan).map((at) => key(merge.row + at.row, merge.column + at.column));
      const fits = merge.row + merge.rowSpan <= rows && merge.column + merge.columnSpan <= columns;
      if (!fits || own.some((at) => owner.has(at))) return false;
      for (const at of own) owner.set(at, merge);
      return true;
    })
    .toSorted((a, b) => a.row - b.row || a.column - b.column);
}

const key = (row: number, column: number): string => `${row} ${column}`;

const slots = (rows: number, columns: number): { row: number; column: number }[] =>
  Array.from({ length: rows * columns }, (_, at) => ({ row: Math.floor(at / columns), column: at % columns }));

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const edges = (start: number, sizes: readonly number[]): number[] =>
  [0, ...sizes].map((_, at) => start + sum(sizes.slice(0, at)));

const drawing = record({
  widths: array(integer({ min: 12, max: 90 }), { minLength: 2, maxLength: 7 }),
  heights: array(integer({ min: 12, max: 40 }), { minLength: 2, maxLength: 9 }),
  merges: array(
    record({
      row: integer({ min: 0, max: 8 }),
      column: integer({ min: 0, max: 6 }),
      rowSpan: integer({ min: 1, max: 3 }),
      columnSpan: integer({ min: 1, max: 3 }),
    }),
    { maxLength: 4 },
  ),
  /** How the grid is drawn: as boxes or as broken lines, slightly inexact. */
  isBoxes: boolean(),
  off: constantFrom(0, 0.3, -0.4),
});

test("finds a drawn grid with merged cells", () => {
  assert(
    property(drawing, ({ widths, heights, merges, isBoxes, off }) => {
      const [xs, ys] = [edges(50, widths), edges(80, heights)];
      const spans = spansWith(heights.length, widths.length, merges);
      const rulings = spans.flatMap((span, index): Ruling[] => {
        const shift = index % 3 === 0 ? off : 0;
        const [x1, y1] = [(xs[span.column] ?? 0) + shift, (ys[span.row] ?? 0) + shift];
        const [x2, y2] = [(xs[span.column + span.columnSpan] ?? 0) + shift, (ys[span.row + span.rowSpan] ?? 0) + shift];
        const sides = [
          { x1, y1, x2, y2: y1 },
          { x1: x2, y1, x2, y2 },
          { x1, y1: y2, x2, y2 },
          { x1, y1, x2: x1, y2 },
        ];
        const half = (x1 + x2) / 2;
        return isBoxes ? sides : [...sides.slice(1), { x1, y1, x2: half, y2: y1 }, { x1: half, y1, x2, y2: y1 }];
      });
      const meshes = groupIntoMeshes(mergeRulings(rulings, SIZE), SIZE);
      expect(meshes).toHaveLength(1);
      const [mesh] = meshes;
      const grid = mesh && buildGrid(mesh, SIZE);
      const found = grid
        ? spansOf(grid).map(({ row, column, rowSpan, columnSpan }) => ({ row, column, rowSpan, columnSpan }))
        : [];
      expect(found).toEqual(withoutWholeEdges(spans, heights.length, widths.length));
    }),
    { numRuns: 300 },
  );
});

const before = (all: readonly number[], edge: number): number => all.filter((at) => at <= edge).length;

/** Removes edges at which no cell ends, because nothing is drawn there. */
function withoutWholeEdges(spans: readonly Merge[], rows: number, columns: number): Merge[] {
  const kept = (count: number, ends: (span: Merge) => number): number[] =>
    Array.from({ length: count }, (_, at) => at + 1).filter(
      (edge) => edge === count || spans.some((span) => ends(span) === edge),
    );
  const [ys, xs] = [
    kept(rows, ({ row, rowSpan }) => row + rowSpan),
    kept(columns, ({ column, columnSpan }) => column + columnSpan),
  ];
  return spans.map(({ row, column, rowSpan, columnSpan }) => ({
    row: before(ys, row),
    column: before(xs, column),
    rowSpan: before(ys, row + rowSpan) - before(ys, row),
    columnSpan: before(xs, column + columnSpan) - before(xs, column),
  }));
}
