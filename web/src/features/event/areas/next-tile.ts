/** Tiles of one row can differ by a few pixels because of rounding. */
const SAME_ROW_PX = 4;

/**
 * The tile that a key moves the focus to, null for none. Up and down go to the nearest tile of the next row on the screen, the other
 * keys follow the order of the areas.
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
  const positions = tiles.map((tile) => ({ tile, ...positionOf(tile) }));
  const current = positionOf(from);
  const candidates = positions.filter(({ top }) =>
    key === "ArrowDown" ? top > current.top + SAME_ROW_PX : top < current.top - SAME_ROW_PX,
  );
  const row = (key === "ArrowDown" ? candidates[0] : candidates.at(-1))?.top;
  return (
    candidates
      .filter(({ top }) => row !== undefined && Math.abs(top - row) <= SAME_ROW_PX)
      .toSorted((a, b) => Math.abs(a.left - current.left) - Math.abs(b.left - current.left))[0]?.tile ?? null
  );
}

type Position = { top: number; left: number };

/** The position within the list. Each tile is offset within its positioned cell. */
function positionOf({
  offsetTop,
  offsetLeft,
  offsetParent,
}: Pick<HTMLElement, "offsetTop" | "offsetLeft" | "offsetParent">): Position {
  const cell = offsetParent as HTMLElement | null; // the cell of the tile
  return { top: offsetTop + (cell?.offsetTop ?? 0), left: offsetLeft + (cell?.offsetLeft ?? 0) };
}
