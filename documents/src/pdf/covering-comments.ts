import type { Glyph } from "./glyphs.ts";
import type { VisibleBox } from "./visible-box.ts";

/** The minimum covered share of a glyph's box, as large as of a letter half a line above another. */
const MIN_COVERED = 0.15;
/** A comment may be typed onto the line or the dots of a form. */
const LETTER = /[\p{L}\p{N}]/u;

/**
 * The glyphs of comments that cover letters of the page: a note beside a table, or a stamp across it. Their words would be read within
 * the lines below them. Other comments are typed into free space, as into a form, and belong to the page.
 */
export function coveringGlyphs(glyphs: readonly Glyph[], comments: readonly VisibleBox[]): Set<Glyph> {
  const covering = new Set<Glyph>();
  if (comments.length === 0) return covering;
  const own = glyphs.filter((glyph) => !isOfComment(glyph, comments) && LETTER.test(glyph.text)).map(boxOf);
  for (const comment of comments) {
    const typed = glyphs.filter((glyph) => isOfComment(glyph, [comment]));
    const near = own.filter((box) => overlap(box, comment) > 0);
    const covers = typed.some((glyph) => {
      const box = boxOf(glyph);
      return near.some((letter) => overlap(box, letter) > MIN_COVERED * Math.min(areaOf(box), areaOf(letter)));
    });
    if (covers) for (const glyph of typed) covering.add(glyph);
  }
  return covering;
}

/** Whether a glyph is part of a drawing and in the box of a comment. */
const isOfComment = ({ isInDrawing, x, y }: Glyph, comments: readonly VisibleBox[]): boolean =>
  isInDrawing && comments.some(({ left, right, bottom, top }) => x >= left && x <= right && y >= bottom && y <= top);

/** The upright box around a glyph, from a little below its baseline to the height of capitals. */
function boxOf({ x, y, angle, advance, fontSize }: Glyph): VisibleBox {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = [-0.15 * fontSize, 0.7 * fontSize].flatMap((up) =>
    [0, advance].map((along) => ({ x: x + along * cos - up * sin, y: y + along * sin + up * cos })),
  );
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) };
}

const areaOf = ({ left, bottom, right, top }: VisibleBox): number => (right - left) * (top - bottom);

const overlap = (a: VisibleBox, b: VisibleBox): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom));
