import type { PagePlace } from "@precount/domain";
import { widthOf } from "./fonts.ts";
import type { LineMark, Mark, TextMark } from "./marks.ts";
import { type LaidTable, type PlacedCell, type Rules, type TableStyle, leading } from "./table-spec.ts";

/** The rows of a table on one page, including a repeated header. */
export interface TablePart {
  laid: LaidTable;
  style: TableStyle;
  /** The rows' indexes in the table, from top to bottom. */
  rows: number[];
  x: number;
  y: number;
}

const sum = (of: number[]): number => of.reduce((all, one) => all + one, 0);

/** The left edge of each column, and the right edge of the last. */
const columnEdges = ({ laid, x }: TablePart): number[] => [
  x,
  ...laid.columnWidths.map((_, at) => x + sum(laid.columnWidths.slice(0, at + 1))),
];
const rowEdges = ({ laid, rows, y }: TablePart): number[] => {
  const heights = rows.map((row) => laid.rowHeights[row] ?? 0);
  return [y, ...heights.map((_, at) => y + sum(heights.slice(0, at + 1)))];
};

export function boxOf(part: TablePart, cell: PlacedCell): PagePlace {
  const columns = columnEdges(part);
  const rows = rowEdges(part);
  const first = part.rows.indexOf(cell.row);
  const [x = 0, right = 0] = [columns[cell.column], columns[cell.column + cell.columnSpan]];
  const [y = 0, bottom = 0] = [rows[first], rows[first + cell.rowSpan]];
  return { x, y, width: right - x, height: bottom - y };
}

/** The lines of a cell's text with their positions. */
export function textOf(part: TablePart, cell: PlacedCell): TextMark[] {
  const { style } = part;
  const box = boxOf(part, cell);
  const free = box.height - cell.lines.length * leading(style);
  const top = box.y + (style.vertical === "middle" ? free / 2 : style.padY);
  return cell.lines.map((text, at) => {
    const width = widthOf(text, cell.face, style.size, style.spacing);
    const room = box.width - 2 * style.padX - width;
    const x = box.x + style.padX + { left: 0, center: room / 2, right: room }[cell.align];
    const y = top + at * leading(style) + style.size * 0.95;
    return {
      kind: "text",
      x,
      y,
      text,
      face: cell.face,
      size: style.size,
      spacing: style.spacing,
      lettering: style.lettering,
    };
  });
}

/** The fills and rulings of a part, which are drawn before its text. */
export function rulesOf(part: TablePart): Mark[] {
  const { style, laid } = part;
  const columns = columnEdges(part);
  const rows = rowEdges(part);
  const [left = 0, right = 0, top = 0, bottom = 0] = [columns[0], columns.at(-1), rows[0], rows.at(-1)];
  const marks: Mark[] = [];
  const fill = (at: number, color: string): void => {
    const [y = 0, end = 0] = [rows[at], rows[at + 1]];
    marks.push({ kind: "box", x: left, y, width: right - left, height: end - y, fill: color, stroke: null });
  };
  for (const [at, row] of part.rows.entries()) {
    if (row < laid.headRows && style.headFill !== null) fill(at, style.headFill);
    if (style.rules === "zebra" && row >= laid.headRows && row % 2 === 1) fill(at, "#eeeeee");
  }
  if (style.rules === "cells") {
    for (const cell of laid.cells.filter(({ row }) => part.rows.includes(row))) {
      marks.push({ kind: "box", ...boxOf(part, cell), fill: null, stroke: style.ruleWidth });
    }
    return marks;
  }
  marks.push(...edgesOf(part, columns, rows));
  if (style.rules === "double") {
    const around = { x: left - 2, y: top - 2, width: right - left + 4, height: bottom - top + 4 };
    marks.push({ kind: "box", ...around, fill: null, stroke: style.ruleWidth });
  }
  return marks;
}

interface Edge {
  at: "first" | "head" | "inner" | "last";
  upright: boolean;
}

const draws: Readonly<Record<Rules, (edge: Edge) => boolean>> = {
  grid: () => true,
  cells: () => false,
  filled: () => true,
  dashed: () => true,
  frame: () => true,
  double: () => true,
  open: ({ at, upright }) => !upright || at === "inner",
  columns: ({ at, upright }) => upright || at !== "inner",
  rows: ({ upright }) => !upright,
  booktabs: ({ at, upright }) => !upright && at !== "inner",
  headline: ({ at, upright }) => !upright && at === "head",
  zebra: () => false,
  none: () => false,
};

/** Horizontal and vertical lines, interrupted at merged cells. */
function edgesOf(part: TablePart, columns: number[], rows: number[]): LineMark[] {
  const { style, laid } = part;
  const owner = part.rows.map((row) => laid.owner[row] ?? []);
  const lines: LineMark[] = [];
  const add = (edge: Edge, from: [number, number], to: [number, number]): void => {
    if (!draws[style.rules](edge)) return;
    const how = style.rules === "filled" || style.rules === "dashed" ? style.rules : "stroke";
    const isOuter = edge.at === "first" || edge.at === "last";
    const width = style.rules === "frame" && isOuter ? style.ruleWidth * 3 : style.ruleWidth;
    lines.push({ kind: "line", x1: from[0], y1: from[1], x2: to[0], y2: to[1], width, how });
  };
  for (const [at, y] of rows.entries()) {
    const place = at === 0 ? "first" : at === rows.length - 1 ? "last" : at === laid.headRows ? "head" : "inner";
    const isEdge = (column: number): boolean => owner[at]?.[column] !== owner[at - 1]?.[column];
    for (const [from, to] of runs(columns.length - 1, isEdge)) {
      add({ at: place, upright: false }, [columns[from] ?? 0, y], [columns[to] ?? 0, y]);
    }
  }
  for (const [at, x] of columns.entries()) {
    const place = at === 0 ? "first" : at === columns.length - 1 ? "last" : "inner";
    const isEdge = (row: number): boolean => owner[row]?.[at] !== owner[row]?.[at - 1];
    for (const [from, to] of runs(rows.length - 1, isEdge)) {
      add({ at: place, upright: true }, [x, rows[from] ?? 0], [x, rows[to] ?? 0]);
    }
  }
  return [...lines, ...groupLinesOf(part)];
}

/** Lines under headings over several columns that no ruling encloses. */
function groupLinesOf(part: TablePart): LineMark[] {
  const { style, laid } = part;
  if (!style.groupLine || draws[style.rules]({ at: "inner", upright: false })) return [];
  const groups = laid.cells.filter(
    (cell) => cell.row < laid.headRows && cell.columnSpan > 1 && part.rows.includes(cell.row),
  );
  return groups.map((cell) => {
    const { x, y, width, height } = boxOf(part, cell);
    return { kind: "line", x1: x + 3, x2: x + width - 3, y1: y + height, y2: y + height, width: 0.4, how: "stroke" };
  });
}

/** Runs of consecutive true values, as [first, end). */
function runs(length: number, is: (at: number) => boolean): [number, number][] {
  const found: [number, number][] = [];
  for (let at = 0; at < length; at++) {
    if (!is(at)) continue;
    const last = found.at(-1);
    if (last?.[1] === at) last[1] = at + 1;
    else found.push([at, at + 1]);
  }
  return found;
}
