/** Columns, rows and the size of the digits in pixels, 0 if they would be too small to read. */
export type GridShape = { columns: number; rows: number; digitsPx: number };

/** Width by height of the tile that looks best. */
const TILE_ASPECT = 1.4;
/** Width of a digit by its height. */
const DIGIT_ASPECT = 0.62;
/** Smaller digits cannot be read, so the tile is only a color and a pattern. */
const MIN_DIGITS_PX = 9;
/** The part of a tile that its number fills at most. */
const NUMBER_SHARE = 0.8;

/**
 * The grid of `count` tiles that fills a box: its tiles are nearest to the best shape, and its last row is as full as possible.
 * @param digits of the longest number
 */
export function gridShape(count: number, digits: number, box: { width: number; height: number }): GridShape {
  if (count === 0 || box.width <= 0 || box.height <= 0) return { columns: 1, rows: 1, digitsPx: 0 };
  const ideal = Math.sqrt((count * box.width) / (box.height * TILE_ASPECT));
  const candidates = [Math.floor(ideal), Math.ceil(ideal)].map((columns) => Math.min(count, Math.max(1, columns)));
  const shapes = candidates.map((columns) => {
    const rows = Math.ceil(count / columns);
    // As few columns as these rows need, so that the last row has few gaps.
    return { columns: Math.ceil(count / rows), rows };
  });
  const gaps = ({ columns, rows }: { columns: number; rows: number }): number => columns * rows - count;
  const [best = { columns: 1, rows: count }] = shapes.toSorted((a, b) => gaps(a) - gaps(b));
  const tile = { width: box.width / best.columns, height: box.height / best.rows };
  const digitsPx = Math.floor(
    NUMBER_SHARE * Math.min(tile.height * NUMBER_SHARE, tile.width / (digits * DIGIT_ASPECT)),
  );
  return { ...best, digitsPx: digitsPx < MIN_DIGITS_PX ? 0 : digitsPx };
}
