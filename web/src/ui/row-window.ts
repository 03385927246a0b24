/* The window of a list whose rows have one height (ADR-026). */

/** For rows of about 40 pixels. `spare`: rows rendered above and below the visible ones, so that scrolling does not show gaps. */
const LOW_ROWS = { spare: 8, step: 4 };

/**
 * The rendered rows: `from` inclusive, `to` exclusive. The range moves in steps of `step` rows, so that most scrolling renders nothing.
 * All lengths in CSS pixels.
 */
export function drawnRows(
  scrollTopPx: number,
  viewPx: number,
  rowPx: number,
  rows: number,
  { spare, step } = LOW_ROWS,
): { from: number; to: number } {
  const first = Math.floor(scrollTopPx / rowPx) - spare;
  const from = Math.max(0, Math.floor(first / step) * step);
  const seen = Math.ceil(viewPx / rowPx) + 2 * spare + step;
  return { from: Math.min(from, Math.max(0, rows - 1)), to: Math.min(rows, from + seen) };
}

/** The scroll position that shows a row with the least scrolling. All lengths in CSS pixels. */
export function scrollToRow(row: number, rowPx: number, scrollTopPx: number, viewPx: number): number {
  const top = row * rowPx;
  if (top < scrollTopPx) return top;
  return top + rowPx > scrollTopPx + viewPx ? top + rowPx - viewPx : scrollTopPx;
}
