/** Pixels: tiles of one row may stand this far apart, by rounding. */
const SAME_ROW_PX = 4;

/**
 * Where a key leads from a tile; null when nowhere. Rows are as the screen has them, whatever its width: up and down go to the
 * nearest tile of the next row, the others along the order of the page.
 */
export function nextTile<T extends Pick<HTMLElement, "offsetTop" | "offsetLeft" | "offsetParent">>(
  key: string,
  from: T,
  tiles: readonly T[],
): T | null {
  const at = tiles.indexOf(from);
  if (key === "ArrowRight") return tiles[at + 1] ?? null;
  if (key === "ArrowLeft") return tiles[at - 1] ?? null;
  if (key === "Home") return tiles[0] ?? null;
  if (key === "End") return tiles.at(-1) ?? null;
  if (key !== "ArrowDown" && key !== "ArrowUp") return null;
  const placed = tiles.map((tile) => ({ tile, ...placeOf(tile) }));
  const here = placeOf(from);
  const beyond = placed.filter(({ top }) =>
    key === "ArrowDown" ? top > here.top + SAME_ROW_PX : top < here.top - SAME_ROW_PX,
  );
  const row = (key === "ArrowDown" ? beyond[0] : beyond.at(-1))?.top;
  return (
    beyond
      .filter(({ top }) => row !== undefined && Math.abs(top - row) <= SAME_ROW_PX)
      .toSorted((a, b) => Math.abs(a.left - here.left) - Math.abs(b.left - here.left))[0]?.tile ?? null
  );
}

type Place = { top: number; left: number };

/** Within the list: each tile fills a cell that is placed in it. */
function placeOf({
  offsetTop,
  offsetLeft,
  offsetParent,
}: Pick<HTMLElement, "offsetTop" | "offsetLeft" | "offsetParent">): Place {
  const cell = offsetParent as HTMLElement | null; // what a tile's cell is
  return { top: offsetTop + (cell?.offsetTop ?? 0), left: offsetLeft + (cell?.offsetLeft ?? 0) };
}
