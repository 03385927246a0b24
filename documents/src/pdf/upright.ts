import type { Glyph } from "./glyphs.ts";
import { type Matrix, andThen } from "./matrix.ts";
import type { PageFrame } from "./page-frame.ts";

/** Of a page's letters, so many must run one way for the page to be turned that way. */
const MOST = 0.6;
const QUARTER = Math.PI / 2;

/** The page's frame, turned further so that most of its text runs level: pages laid out sideways or put in askew. */
export function uprightFrame(frame: PageFrame, glyphs: readonly Glyph[]): PageFrame {
  const angle = mainAngle(frame.toUpright, glyphs);
  if (angle === 0) return frame;
  const { width, height } = frame;
  const quarters = Math.round(angle / QUARTER);
  const [cos, sin] = [Math.cos(-angle), Math.sin(-angle)];
  // About the page's middle, to the middle of the turned page.
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
  return { ...size, toUpright: andThen(frame.toUpright, turn) };
}

/** Radians clockwise on the page as it is shown; 0 when it is level, or when there is no one way. */
function mainAngle(toUpright: Matrix, glyphs: readonly Glyph[]): number {
  const counts = new Map<number, { count: number; sum: number }>();
  for (const glyph of glyphs) {
    const angle = shownAngle(toUpright, glyph.angle);
    const key = ((Math.round((angle * 180) / Math.PI) % 360) + 360) % 360;
    const entry = counts.get(key) ?? { count: 0, sum: 0 };
    entry.count += 1;
    entry.sum += angle;
    counts.set(key, entry);
  }
  for (const { count, sum } of counts.values()) {
    if (count < MOST * glyphs.length) continue;
    const angle = sum / count;
    const nearest = Math.round(angle / QUARTER) * QUARTER;
    // What is nearly square is square; the rest is noise of the numbers.
    return Math.abs(angle - nearest) < 0.002 ? nearest : angle;
  }
  return 0;
}

/** The way a direction of the page's own space runs on the page as shown, radians clockwise. */
export const shownAngle = ({ a, b, c, d }: Matrix, angle: number): number => {
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  return Math.atan2(b * x + d * y, a * x + c * y);
};
