import type { PagePlace, TableBlock, TableCell } from "../structure.ts";
import type { PageWord, TableCut } from "./table-edit.ts";
import { confidenceOf, groupIntoLines, placeOf, textOf } from "./word-lines.ts";

type Lines = Pick<TableCut, "columns" | "rows">;

const centerOf = ({ x, y, width, height }: PagePlace): { x: number; y: number } => ({
  x: x + width / 2,
  y: y + height / 2,
});

/** The index of the slot between two lines; -1 outside. */
const slotAt = (lines: readonly number[], at: number): number =>
  at < (lines[0] ?? 0) ? -1 : lines.findIndex((line, index) => index > 0 && at < line) - 1;

/** Whether the center of a place is within the outermost lines. */
export function isWithin({ columns, rows }: Lines, place: PagePlace): boolean {
  const { x, y } = centerOf(place);
  return slotAt(columns, x) >= 0 && slotAt(rows, y) >= 0;
}

/** The place between the outermost of some lines. */
export function placeBetween({ columns, rows }: Lines): PagePlace {
  const [x, y] = [columns[0] ?? 0, rows[0] ?? 0];
  return { x, y, width: (columns.at(-1) ?? x) - x, height: (rows.at(-1) ?? y) - y };
}

/** Rulings that are typed as text, such as `-----`. */
const TYPED_RULING = /^[-=_+|─━]{3,}$/u;

/** Cuts the words of a page into cells: each word belongs to the cell that contains its center. */
export function cutTable(words: readonly PageWord[], cut: Omit<TableCut, "kind" | "table">): TableBlock {
  const { page, columns, rows } = cut;
  const inside = words.filter((word) => isWithin(cut, placeOf(word)) && !TYPED_RULING.test(word[0]));
  const areas = cellAreas(cut);
  const areaOfSlot = new Map(areas.flatMap((area) => slotsOf(area).map((slot) => [slot, area] as const)));
  const wordsOf = Map.groupBy(inside, (word) => {
    const { x, y } = centerOf(placeOf(word));
    return areaOfSlot.get(`${slotAt(rows, y)} ${slotAt(columns, x)}`);
  });
  const cells = areas.map((area): TableCell => {
    const { row, column, rowSpan, columnSpan } = area;
    const place = placeBetween({
      columns: columns.slice(column, column + columnSpan + 1),
      rows: rows.slice(row, row + rowSpan + 1),
    });
    const own = wordsOf.get(area) ?? [];
    const text = groupIntoLines(own).map(textOf).join("\n");
    return { row, column, rowSpan, columnSpan, text, page, place, confidence: confidenceOf(own) };
  });
  const place = placeBetween(cut);
  const confidence = confidenceOf(inside);
  const size = { rows: rows.length - 1, columns: columns.length - 1 };
  return { kind: "table", basis: "ruled", ...size, headerRows: 0, cells, page, place, confidence };
}

type CellArea = Pick<TableCell, "row" | "column" | "rowSpan" | "columnSpan">;

/** The cells of a cut, by row and column. */
function cellAreas({ columns, rows, merged }: Pick<TableCut, "columns" | "rows" | "merged">): CellArea[] {
  const taken = new Set<string>();
  const areas: CellArea[] = [];
  const add = (area: CellArea): void => {
    const slots = slotsOf(area);
    if (slots.some((slot) => taken.has(slot))) return;
    for (const slot of slots) taken.add(slot);
    areas.push(area);
  };
  for (const { x, y, width, height } of merged) {
    const [column, columnSpan] = centersWithin(columns, x, x + width);
    const [row, rowSpan] = centersWithin(rows, y, y + height);
    if (columnSpan * rowSpan > 1) add({ row, column, rowSpan, columnSpan });
  }
  for (let row = 0; row + 1 < rows.length; row += 1) {
    for (let column = 0; column + 1 < columns.length; column += 1) add({ row, column, rowSpan: 1, columnSpan: 1 });
  }
  return areas.toSorted((a, b) => a.row - b.row || a.column - b.column);
}

const slotsOf = ({ row, column, rowSpan, columnSpan }: CellArea): string[] =>
  Array.from({ length: rowSpan * columnSpan }, (_, at) => {
    return `${row + Math.floor(at / columnSpan)} ${column + (at % columnSpan)}`;
  });

/** The first slot whose center is between two positions, and the number of such slots. */
function centersWithin(lines: readonly number[], from: number, to: number): [first: number, count: number] {
  const within = lines.slice(1).map((line, at) => {
    const center = (line + (lines[at] ?? line)) / 2;
    return center > from && center < to;
  });
  return [within.indexOf(true), within.filter(Boolean).length];
}
