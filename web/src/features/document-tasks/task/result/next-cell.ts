import type { TableCell } from "@precount/domain";

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The cell to which a key moves from a cell; undefined for other keys and at the edge of the table. */
export function nextCell(cells: readonly TableCell[], from: TableCell, key: string): TableCell | undefined {
  const [rows, columns] = STEPS[key] ?? [0, 0];
  if (rows === 0 && columns === 0) return undefined;
  const row = rows > 0 ? from.row + from.rowSpan : from.row + rows;
  const column = columns > 0 ? from.column + from.columnSpan : from.column + columns;
  return cells.find(
    (cell) =>
      cell.row <= row &&
      row < cell.row + cell.rowSpan &&
      cell.column <= column &&
      column < cell.column + cell.columnSpan,
  );
}
