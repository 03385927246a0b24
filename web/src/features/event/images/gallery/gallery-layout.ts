/** All lengths are CSS pixels. */
const TILE_PX = { wide: 224, narrow: 160 } as const;
/** A phone shows two tiles beside each other. */
const NARROW_PX = 600;
const GAP_PX = 8;
/** Most cameras take photos of this shape. Others are shown whole inside it. */
const ASPECT = 4 / 3;

/** Tiles of one size in rows, so that the place of each follows from its index. */
export type GalleryLayout = {
  columns: number;
  rows: number;
  tileWidth: number;
  tileHeight: number;
  photoHeight: number;
  /** Height of a row with its gap. */
  rowPx: number;
  height: number;
};

/** @param captionPx height of the text below each photo */
export function layOutGallery(count: number, width: number, captionPx: number): GalleryLayout {
  const wanted = width < NARROW_PX ? TILE_PX.narrow : TILE_PX.wide;
  const columns = Math.max(1, Math.floor((width + GAP_PX) / (wanted + GAP_PX)));
  const tileWidth = Math.max(1, Math.floor((width - GAP_PX * (columns - 1)) / columns));
  const photoHeight = Math.round(tileWidth / ASPECT);
  const tileHeight = photoHeight + captionPx;
  const rowPx = tileHeight + GAP_PX;
  const rows = Math.ceil(count / columns);
  return { columns, rows, tileWidth, tileHeight, photoHeight, rowPx, height: rows * rowPx };
}

export const placeOf = (
  { columns, tileWidth, rowPx }: GalleryLayout,
  index: number,
): { left: number; top: number } => ({
  left: (index % columns) * (tileWidth + GAP_PX),
  top: Math.floor(index / columns) * rowPx,
});

/** The tile that a key moves to; null for other keys. `pageRows`: the rows that Page up and Page down move by. */
export function moveTile(
  index: number,
  key: string,
  { count, columns, pageRows }: { count: number; columns: number; pageRows: number },
): number | null {
  const clamp = (to: number): number => Math.min(count - 1, Math.max(0, to));
  /** The same column of another row, or the last tile when that row is shorter. */
  const byRows = (rows: number): number => {
    const lastRow = Math.floor((count - 1) / columns);
    const row = Math.min(lastRow, Math.max(0, Math.floor(index / columns) + rows));
    return clamp(row * columns + (index % columns));
  };
  switch (key) {
    case "ArrowLeft":
      return clamp(index - 1);
    case "ArrowRight":
      return clamp(index + 1);
    case "ArrowUp":
      return byRows(-1);
    case "ArrowDown":
      return byRows(1);
    case "PageUp":
      return byRows(-pageRows);
    case "PageDown":
      return byRows(pageRows);
    case "Home":
      return 0;
    case "End":
      return clamp(count - 1);
    default:
      return null;
  }
}
