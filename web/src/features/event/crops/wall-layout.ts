import type { Rect, Size, WallGroup } from "@precount/domain";

/** All lengths are CSS pixels. */
const CROP_PX = { wide: 72, narrow: 48 } as const;
/** Narrower walls have smaller crops, so that a phone shows two beside each other. */
const NARROW_PX = 600;
const CAPTION_PX = 18;
const CELL_PADDING_PX = 3;
const GAP_PX = 4;
export const HEADING_PX = 34;
const SECTION_GAP_PX = 8;
/** Wider crops are reduced. Most stickers are up to three times as wide as high. */
const MAX_ASPECT = 3.4;
/** Room for the values below a crop. */
const MIN_CELL_WIDTH_PX = 104;

/** A group of crops: `from` is the index of its first one among all crops of the wall. */
export type WallSection = {
  key: string;
  title: string;
  from: number;
  count: number;
  top: number;
  height: number;
  columns: number;
  cellWidth: number;
};
export type WallLayout = {
  sections: WallSection[];
  height: number;
  count: number;
  cropPx: number;
  /** Height of a crop with its values. */
  cellPx: number;
};

/** Places the groups below each other. All crops of a group have one height, thus one scale, and the width of its widest crop. */
export function layOut(groups: readonly WallGroup<{ rect: Rect }>[], width: number): WallLayout {
  const cropPx = width < NARROW_PX ? CROP_PX.narrow : CROP_PX.wide;
  const cellPx = cropPx + CAPTION_PX + 2 * CELL_PADDING_PX;
  const sections: WallSection[] = [];
  let top = 0;
  let from = 0;
  for (const { key, title, stickers } of groups) {
    const widest = stickers.reduce((most, { rect }) => Math.max(most, rect.width / rect.height), 0);
    const widestPx = Math.ceil(Math.min(widest, MAX_ASPECT) * cropPx) + 2 * CELL_PADDING_PX;
    const cellWidth = Math.min(Math.max(widestPx, MIN_CELL_WIDTH_PX), width);
    const columns = Math.max(1, Math.floor((width + GAP_PX) / (cellWidth + GAP_PX)));
    const count = stickers.length;
    const height = HEADING_PX + Math.ceil(count / columns) * (cellPx + GAP_PX);
    sections.push({ key, title, from, count, top, height, columns, cellWidth });
    top += height + SECTION_GAP_PX;
    from += count;
  }
  return { sections, height: top, count: from, cropPx, cellPx };
}

/** The frame of a crop in its cell. */
export const frameOf = ({ cropPx }: WallLayout, { cellWidth }: WallSection): Size => ({
  width: cellWidth - 2 * CELL_PADDING_PX,
  height: cropPx,
});

/** The position of a crop within its section. */
export function placeIn({ cellPx }: WallLayout, section: WallSection, index: number): { left: number; top: number } {
  const at = index - section.from;
  const column = at % section.columns;
  const row = Math.floor(at / section.columns);
  return { left: column * (section.cellWidth + GAP_PX), top: HEADING_PX + row * (cellPx + GAP_PX) };
}

/** The last element for which `isBefore` holds; -1 without one. `isBefore` holds for the first elements only. */
function lastBefore<T>(list: readonly T[], isBefore: (element: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const element = list[middle];
    if (element !== undefined && isBefore(element)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export const sectionOf = ({ sections }: WallLayout, index: number): WallSection | undefined =>
  sections[lastBefore(sections, ({ from }) => from <= index)];

/** Distance from the top of the wall; null for an index without a crop. */
export function topOf(layout: WallLayout, index: number): number | null {
  const section = index < layout.count ? sectionOf(layout, index) : undefined;
  return section ? section.top + placeIn(layout, section, index).top : null;
}

/** The crops between two heights: `from` inclusive, `to` exclusive, by section. */
export function drawnSections(
  { sections, cellPx }: WallLayout,
  top: number,
  bottom: number,
): { section: WallSection; from: number; to: number }[] {
  const first = Math.max(
    0,
    lastBefore(sections, (section) => section.top <= top),
  );
  const last = lastBefore(sections, (section) => section.top < bottom);
  return sections.slice(first, last + 1).map((section) => {
    const rowAt = (y: number): number => Math.floor((y - section.top - HEADING_PX) / (cellPx + GAP_PX));
    const from = Math.max(0, rowAt(top)) * section.columns;
    const to = Math.min(section.count, (Math.max(0, rowAt(bottom)) + 1) * section.columns);
    return { section, from: section.from + from, to: section.from + to };
  });
}

/** The crop at a point of the wall, or the nearest one in that row; null without crops. */
export function indexAt(layout: WallLayout, x: number, y: number): number | null {
  const { sections, cellPx } = layout;
  const section =
    sections[
      Math.max(
        0,
        lastBefore(sections, ({ top }) => top <= y),
      )
    ];
  if (!section) return null;
  const row = Math.max(0, Math.floor((y - section.top - HEADING_PX) / (cellPx + GAP_PX)));
  const column = Math.floor(x / (section.cellWidth + GAP_PX));
  const at = row * section.columns + Math.min(section.columns - 1, Math.max(0, column));
  return section.from + Math.min(section.count - 1, at);
}

/** The crop that a key moves to; null for other keys. @param page height of the visible part */
export function moveIndex(layout: WallLayout, index: number, key: string, page: number): number | null {
  const clamp = (to: number): number => Math.min(layout.count - 1, Math.max(0, to));
  const section = sectionOf(layout, index);
  if (!section) return null;
  const { left, top } = placeIn(layout, section, index);
  const y = section.top + top + layout.cellPx / 2;
  const x = left + section.cellWidth / 2;
  switch (key) {
    case "ArrowLeft":
      return clamp(index - 1);
    case "ArrowRight":
      return clamp(index + 1);
    case "ArrowUp":
      return above(layout, section, index, x);
    case "ArrowDown":
      return below(layout, section, index, x);
    case "PageUp":
      return indexAt(layout, x, Math.max(0, y - page));
    case "PageDown":
      return indexAt(layout, x, y + page);
    case "Home":
      return 0;
    case "End":
      return layout.count - 1;
    default:
      return null;
  }
}

function above(layout: WallLayout, section: WallSection, index: number, x: number): number | null {
  if (index - section.from >= section.columns) return index - section.columns;
  if (section.from === 0) return index;
  const before = sectionOf(layout, section.from - 1);
  return before ? indexAt(layout, x, before.top + before.height - 1) : index;
}

function below(layout: WallLayout, section: WallSection, index: number, x: number): number | null {
  const end = section.from + section.count;
  const isInLastRow =
    Math.floor((index - section.from) / section.columns) === Math.floor((section.count - 1) / section.columns);
  if (!isInLastRow) return Math.min(end - 1, index + section.columns);
  const next = sectionOf(layout, end);
  return next && end < layout.count ? indexAt(layout, x, next.top + HEADING_PX + 1) : index;
}
