/** A place in the table: row among those shown, column among all. */
export type Cell = { row: number; column: number };

export type Grid = {
  rows: number;
  columns: number;
  /** Rows that a page key goes over. */
  pageRows: number;
  isEditable: (cell: Cell) => boolean;
};

export type GridKey = { key: string; shiftKey: boolean; ctrlKey: boolean };

/** Where a key goes from a cell, as in a spreadsheet; null when it is no business of the table's. */
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

/** The next cell one can type into, row by row. None: Tab leaves the table, for nobody is held in it. */
function nextEditable({ row, column }: Cell, step: 1 | -1, { rows, columns, isEditable }: Grid): Cell | null {
  for (let at = row * columns + column + step; at >= 0 && at < rows * columns; at += step) {
    const cell = { row: Math.floor(at / columns), column: at % columns };
    if (isEditable(cell)) return cell;
  }
  return null;
}

/** Rows drawn above and below what is seen, so that a turn of the wheel finds them there. */
const SPARE_ROWS = 8;
/** The range moves in steps of that many rows: most scrolling draws nothing again. */
const STEP_ROWS = 4;

/** Which rows are drawn: from, and before which. All lengths in CSS pixels. */
export function drawnRows(
  scrollTopPx: number,
  viewPx: number,
  rowPx: number,
  rows: number,
): { from: number; to: number } {
  const first = Math.floor(scrollTopPx / rowPx) - SPARE_ROWS;
  const from = Math.max(0, Math.floor(first / STEP_ROWS) * STEP_ROWS);
  const seen = Math.ceil(viewPx / rowPx) + 2 * SPARE_ROWS + STEP_ROWS;
  return { from: Math.min(from, Math.max(0, rows - 1)), to: Math.min(rows, from + seen) };
}

/** How far to scroll so that a row is seen whole, as little as that takes. `headPx` covers the top. */
export function scrollToRow(row: number, rowPx: number, scrollTopPx: number, viewPx: number): number {
  const top = row * rowPx;
  if (top < scrollTopPx) return top;
  return top + rowPx > scrollTopPx + viewPx ? top + rowPx - viewPx : scrollTopPx;
}

/**
 * The order that was there when somebody chose it: a row must not go from under the hand that edits it. Those that are new
 * since come last, those that are gone are left out.
 */
export function keepOrder<T extends { index: number }>(kept: readonly number[], known: number, now: readonly T[]): T[] {
  const byIndex = new Map(now.map((one) => [one.index, one]));
  const still = kept.flatMap((index) => byIndex.get(index) ?? []);
  // Results are never renumbered: what was added since has a higher index than all that were known.
  return [...still, ...now.filter(({ index }) => index >= known)];
}
