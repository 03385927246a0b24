import type { Glyph } from "./glyphs.ts";
import { type Matrix, compose } from "./matrix.ts";
import type { PageFrame } from "./page-frame.ts";

/** The minimum share of glyphs in one direction to rotate the page. */
const MIN_GLYPH_SHARE = 0.6;
const QUARTER = Math.PI / 2;

/** A page's frame, and its rotation from the displayed page; null when it is not rotated. */
export interface UprightFrame extends PageFrame {
  turn: Matrix | null;
}

/** Rotates a page's frame so that most of its text is horizontal, for pages that are sideways or skewed. */
export function uprightFrame(frame: PageFrame, glyphs: readonly Glyph[]): UprightFrame {
  const angle = mainAngle(frame.toUpright, glyphs);
  if (angle === 0) return { ...frame, turn: null };
  const { width, height } = frame;
  const quarters = Math.round(angle / QUARTER);
  const [cos, sin] = [Math.cos(-angle), Math.sin(-angle)];
  // Rotate about the page's center, which becomes the center of the rotated page.
  const isSideways = quarters % 2 !== 0;
  const size = isSideways ? { width: height, height: width } : { width, height };
  const turn: Matrix = {
    a: cos,
    b: sin,
    c: -sin,
    d: cos,
    e: size.width / 2 - (cos * width) / 2 + (sin * height) / 2,
    f: size.height / 2 - (sin * width) / 2 - (cos * height) / 2,
  };
  return { ...size, toUpright: compose(frame.toUpright, turn), turn };
}

/** The text's main direction in radians clockwise on the displayed page; 0 for horizontal text and for mixed directions. */
function mainAngle(toUpright: Matrix, glyphs: readonly Glyph[]): number {
  const counts = new Map<number, { count: number; sum: number }>();
  for (const glyph of glyphs) {
    const angle = displayedAngle(toUpright, glyph.angle);
    const key = ((Math.round((angle * 180) / Math.PI) % 360) + 360) % 360;
    const entry = counts.get(key) ?? { count: 0, sum: 0 };
    entry.count += 1;
    entry.sum += angle;
    counts.set(key, entry);
  }
  for (const { count, sum } of counts.values()) {
    if (count < MIN_GLYPH_SHARE * glyphs.length) continue;
    const angle = sum / count;
    const nearest = Math.round(angle / QUARTER) * QUARTER;
    // Snap to multiples of 90°, because the difference is numerical noise.
    return Math.abs(angle - nearest) < 0.002 ? nearest : angle;
  }
  return 0;
}

/** Converts a direction in the page's own space to radians clockwise on the displayed page. */
export const displayedAngle = ({ a, b, c, d }: Matrix, angle: number): number => {
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  return Math.atan2(b * x + d * y, a * x + c * y);
};
