import { bold, widthOf, wrap } from "./fonts.ts";
import type { Face, Lettering } from "./marks.ts";

export type Align = "left" | "right" | "center";

/** How a table's cells are marked. */
export type Rules =
  /* each cell enclosed */
  | "grid"
  | "cells"
  | "filled"
  | "dashed"
  | "frame"
  | "double"
  | "open"
  /* not enclosed: */
  | "columns"
  | "rows"
  | "booktabs"
  | "headline"
  | "zebra"
  | "none";

const ENCLOSING: ReadonlySet<Rules> = new Set(["grid", "cells", "filled", "dashed", "frame", "double", "open"]);
export const basisOf = (rules: Rules): "ruled" | "unruled" => (ENCLOSING.has(rules) ? "ruled" : "unruled");

export interface CellSpec {
  /** The text, with \n at manual line breaks. */
  text: string;
  rowSpan?: number;
  columnSpan?: number;
  align?: Align;
}

interface ColumnSpec {
  align: Align;
  /** The maximum text width in points; longer texts are wrapped. */
  maxWidth?: number;
  minWidth?: number;
}

export interface TableStyle {
  face: Face;
  size: number;
  padX: number;
  padY: number;
  rules: Rules;
  /** Points. */
  ruleWidth: number;
  headFill: string | null;
  headBold: boolean;
  vertical: "top" | "middle";
  lettering: Lettering;
  spacing: number;
  /** Whether there is a short line under a heading over several columns that no ruling encloses. */
  groupLine: boolean;
}

export interface TableSpec {
  columns: ColumnSpec[];
  head: CellSpec[][];
  body: CellSpec[][];
  style: TableStyle;
}

export interface PlacedCell {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  lines: string[];
  face: Face;
  align: Align;
}

export interface LaidTable {
  cells: PlacedCell[];
  headRows: number;
  columnWidths: number[];
  rowHeights: number[];
  /** The index in `cells` of the cell at a position, by row, then column. */
  owner: number[][];
}

export const leading = (style: TableStyle): number => style.size * 1.2;

/** Places cells into rows and columns like HTML, and computes the sizes of rows and columns. */
export function layTable(spec: TableSpec): LaidTable {
  const { style, columns } = spec;
  const rows = [...spec.head, ...spec.body];
  const owner: number[][] = rows.map(() => []);
  const cells: PlacedCell[] = [];
  for (const [row, line] of rows.entries()) {
    let column = 0;
    for (const { text, rowSpan = 1, columnSpan = 1, align } of line) {
      while (owner[row]?.[column] !== undefined) column += 1;
      for (let r = row; r < row + rowSpan; r++) {
        for (let c = column; c < column + columnSpan; c++) (owner[r] ?? [])[c] = cells.length;
      }
      const isHead = row < spec.head.length;
      const face = isHead && style.headBold ? bold(style.face) : style.face;
      const usual = columns[column]?.align ?? "left";
      cells.push({ row, column, rowSpan, columnSpan, lines: text.split("\n"), face, align: align ?? usual });
    }
  }
  const columnWidths = widthsOf(spec, cells);
  return { cells, headRows: spec.head.length, columnWidths, rowHeights: heightsOf(spec, cells), owner };
}

/** Computes the column widths and wraps the cells' lines. */
function widthsOf({ columns, style }: TableSpec, cells: PlacedCell[]): number[] {
  const width = (text: string, face: Face): number => widthOf(text, face, style.size, style.spacing);
  const widths = columns.map(({ maxWidth = Infinity, minWidth = 0 }, column) => {
    const own = cells.filter((cell) => cell.column === column && cell.columnSpan === 1);
    const longest = own.flatMap(({ lines, face }) => lines.map((line) => width(line, face)));
    const words = own.flatMap(({ lines, face }) =>
      lines.flatMap((line) => line.split(" ").map((word) => width(word, face))),
    );
    return Math.max(minWidth, Math.min(maxWidth, Math.max(0, ...longest)), ...words) + 2 * style.padX + 0.1;
  });
  for (const { column, columnSpan, lines, face } of cells.filter((cell) => cell.columnSpan > 1)) {
    const has = widths.slice(column, column + columnSpan).reduce((sum, w) => sum + w, 0);
    const needs = Math.max(...lines.map((line) => width(line, face))) + 2 * style.padX;
    const last = column + columnSpan - 1;
    if (needs > has) widths[last] = (widths[last] ?? 0) + needs - has;
  }
  for (const cell of cells) {
    const has = widths.slice(cell.column, cell.column + cell.columnSpan).reduce((sum, w) => sum + w, 0);
    cell.lines = cell.lines.flatMap((line) => wrap(line, cell.face, style.size, has - 2 * style.padX, style.spacing));
  }
  return widths;
}

function heightsOf({ head, body, style }: TableSpec, cells: PlacedCell[]): number[] {
  const heightOf = ({ lines }: PlacedCell): number => lines.length * leading(style) + 2 * style.padY;
  const heights = [...head, ...body].map((_, row) =>
    Math.max(leading(style) + 2 * style.padY, ...cells.filter((c) => c.row === row && c.rowSpan === 1).map(heightOf)),
  );
  for (const cell of cells.filter(({ rowSpan }) => rowSpan > 1)) {
    const has = heights.slice(cell.row, cell.row + cell.rowSpan).reduce((sum, h) => sum + h, 0);
    const last = cell.row + cell.rowSpan - 1;
    heights[last] = (heights[last] ?? 0) + Math.max(0, heightOf(cell) - has);
  }
  return heights;
}
