/** A cell: its row among the shown rows, its column among all. */
export type Cell = { row: number; column: number };

export type Grid = {
  rows: number;
  columns: number;
  /** Rows that Page up and Page down move by. */
  pageRows: number;
  isEditable: (cell: Cell) => boolean;
};

export type GridKey = { key: string; shiftKey: boolean; ctrlKey: boolean };

/** The cell that a key moves to, as in a spreadsheet; null when the table does not handle the key. */
export function moveCell(from: Cell, { key, shiftKey, ctrlKey }: GridKey, grid: Grid): Cell | null {
  const { rows, columns, pageRows } = grid;
  const last = { row: rows - 1, column: columns - 1 };
  const to = (row: number, column: number): Cell => ({
    row: Math.min(last.row, Math.max(0, row)),
    column: Math.min(last.column, Math.max(0, column)),
  });
  const { row, column } = from;
  switch (key) {
    case "ArrowUp":
      return to(ctrlKey ? 0 : row - 1, column);
    case "ArrowDown":
      return to(ctrlKey ? last.row : row + 1, column);
    case "ArrowLeft":
      return to(row, ctrlKey ? 0 : column - 1);
    case "ArrowRight":
      return to(row, ctrlKey ? last.column : column + 1);
    case "Home":
      return to(ctrlKey ? 0 : row, 0);
    case "End":
      return to(ctrlKey ? last.row : row, last.column);
    case "PageUp":
      return to(row - pageRows, column);
    case "PageDown":
      return to(row + pageRows, column);
    case "Enter":
      return to(row + (shiftKey ? -1 : 1), column);
    case "Tab":
      return nextEditable(from, shiftKey ? -1 : 1, grid);
    default:
      return null;
  }
}

/** The next editable cell, row by row. After the last one null: Tab leaves the table. */
function nextEditable({ row, column }: Cell, step: 1 | -1, { rows, columns, isEditable }: Grid): Cell | null {
  for (let at = row * columns + column + step; at >= 0 && at < rows * columns; at += step) {
    const cell = { row: Math.floor(at / columns), column: at % columns };
    if (isEditable(cell)) return cell;
  }
  return null;
}

/**
 * The rows in the order that was chosen: an edit does not move the row that is being edited. New results are appended,
 * removed ones are left out.
 * @param order indexes when the order was chosen
 * @param known how many results there were then
 */
export function keepOrder<T extends { index: number }>(
  order: readonly number[],
  known: number,
  now: readonly T[],
): T[] {
  const byIndex = new Map(now.map((one) => [one.index, one]));
  const remaining = order.flatMap((index) => byIndex.get(index) ?? []);
  // Results are never renumbered, so a new result has a higher index than all known ones.
  return [...remaining, ...now.filter(({ index }) => index >= known)];
}
