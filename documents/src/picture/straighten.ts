import type { Box } from "@precount/domain";
import type { TextReader } from "@precount/ocr";
import type { Pixels } from "@precount/photos";
import { findLines } from "./find-lines.ts";
import { darkerThanAround, toGrey } from "./grey.ts";
import { type Homography, type Point, after, scale, shift, through } from "./homography.ts";
import { levelling, sharpestPencil } from "./pencil.ts";
import { resized, warp } from "./warp.ts";

/** A picture whose rows are level and whose columns are upright. */
export interface Straight {
  picture: Pixels;
  /** Typical height of its lines of text, pixels of `picture`. */
  lineHeight: number;
}

/** The longer edge of the picture in which slopes are looked for; where that shows little of the ink as text, the next. */
const SMALL_EDGES_PX = [1200, 2400];
/** So few lines, or so many times as much ink elsewhere as by them, and smaller print may have been missed. */
const FEW_LINES = 3;
const MUCH_ELSEWHERE = 2;
/** Lines of text are no lower than the network can see them. */
const LOWEST_LINE_PX = 8;
/** Lines of text become so high, which is what the reader likes; small ones are enlarged, but not much is won by that. */
const LINE_HEIGHT_PX = 40;
const MOST_ENLARGED = 1.6;
const MOST_PIXELS = 7_000_000;
/** Ink is darker than its surroundings by this share. */
const INK = 0.12;

/**
 * Sets a picture of print upright: askew up to about 20°, seen from the side up to about 25°. With `isPage` the result
 * shows the whole picture, its middle where it was (a scan); else the part in which print was found, and around it.
 * Null where no text is found.
 */
export async function straighten(picture: Pixels, reader: TextReader, isPage: boolean): Promise<Straight | null> {
  const { small, reduced, lines, ink } = await look(picture, reader);
  if (lines.length === 0) return null;
  const level = isPage ? deskewing(ink, small) : facing(ink, small);
  const lineHeight = median(lines.map(({ height }) => height));
  return isPage
    ? wholePage(picture, reduced, level, lineHeight)
    : aroundText(picture, reduced, level, lines, lineHeight);
}

interface Look {
  small: Pixels;
  /** Its size, of the whole picture's. */
  reduced: number;
  lines: Box[];
  ink: Point[];
}

/** The picture made small, and where there is text in it: as small as it can be without missing any. */
async function look(picture: Pixels, reader: TextReader): Promise<Look> {
  const longest = Math.max(picture.width, picture.height);
  for (const [i, edge] of SMALL_EDGES_PX.entries()) {
    const reduced = Math.min(1, edge / longest);
    const small = await resized(picture, Math.round(picture.width * reduced), Math.round(picture.height * reduced));
    const lines = await findLines(reader, small, i === 0 ? Infinity : LOWEST_LINE_PX);
    const { near, elsewhere } = inkOf(small, lines);
    const isAll = lines.length >= FEW_LINES && elsewhere <= MUCH_ELSEWHERE * near.length;
    if (isAll || reduced === 1 || i === SMALL_EDGES_PX.length - 1) {
      const step = Math.max(1, Math.ceil(near.length / MOST_POINTS));
      return { small, reduced, lines, ink: near.filter((_, at) => at % step === 0) };
    }
  }
  throw new Error("the last edge is always taken");
}

/** A scanned sheet lies flat: it is turned at most. About the page's middle, which becomes the origin. */
function deskewing(ink: readonly Point[], { width, height }: Pixels): Homography {
  const reach = Math.max(width, height) / 2;
  const rows = sharpestPencil(about({ x: width / 2, y: height / 2 }, ink), reach, true);
  return after(levelling(rows, { slope: -rows.slope, turn: 0 }), shift(-width / 2, -height / 2));
}

/** Rows and columns each run together somewhere. About the middle of the ink, which becomes the origin. */
function facing(ink: readonly Point[], { width, height }: Pixels): Homography {
  const middle = { x: mean(ink.map(({ x }) => x)), y: mean(ink.map(({ y }) => y)) };
  const points = about(middle, ink);
  const reach = Math.max(width, height) / 2;
  const rows = sharpestPencil(points, reach, false);
  const columns = sharpestPencil(
    points.map(({ x, y }) => ({ x: y, y: x })),
    reach,
    false,
  );
  return after(levelling(rows, columns), shift(-middle.x, -middle.y));
}

const about = (middle: Point, points: readonly Point[]): Point[] =>
  points.map(({ x, y }) => ({ x: x - middle.x, y: y - middle.y }));

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Dark points in and around lines of text, so the text itself and the rules beside it, and how many there are elsewhere. */
function inkOf(small: Pixels, lines: readonly Box[]): { near: Point[]; elsewhere: number } {
  const { width, height } = small;
  const ink = darkerThanAround(toGrey(small), 12, INK);
  const isNear = new Uint8Array(width * height);
  for (const { cx, cy, width: long, height: high, angle } of lines) {
    // The box around the turned box, and a line's height more.
    const turn = Math.abs(Math.sin((angle * Math.PI) / 180)) * long;
    const [halfX, halfY] = [long / 2 + high, (high + turn) / 2 + high];
    const [left, right] = [Math.max(0, Math.floor(cx - halfX)), Math.min(width, Math.ceil(cx + halfX))];
    for (let y = Math.max(0, Math.floor(cy - halfY)); y < Math.min(height, cy + halfY); y += 1) {
      isNear.fill(1, y * width + left, y * width + right);
    }
  }
  const near: Point[] = [];
  let elsewhere = 0;
  for (let at = 0; at < ink.length; at += 1) {
    if (ink[at] && isNear[at]) near.push({ x: at % width, y: Math.floor(at / width) });
    else if (ink[at]) elsewhere += 1;
  }
  return { near, elsewhere };
}

/** More say nothing more of slopes. */
const MOST_POINTS = 30_000;

async function aroundText(
  picture: Pixels,
  reduced: number,
  level: Homography,
  lines: readonly Box[],
  lineHeight: number,
): Promise<Straight> {
  const { left, top, right, bottom } = textBounds(picture, reduced, level, lines, lineHeight);
  const factor = factorFor(reduced, lineHeight, (right - left) * (bottom - top));
  const size = { width: Math.round((right - left) * factor), height: Math.round((bottom - top) * factor) };
  return shown(picture, reduced, after(scale(factor), after(shift(-left, -top), level)), factor, size, lineHeight);
}

function wholePage(picture: Pixels, reduced: number, level: Homography, lineHeight: number): Promise<Straight> {
  const [width, height] = [picture.width * reduced, picture.height * reduced];
  const factor = factorFor(reduced, lineHeight, width * height);
  const onto = after(scale(factor), after(shift(width / 2, height / 2), level));
  const size = { width: Math.round(width * factor), height: Math.round(height * factor) };
  return shown(picture, reduced, onto, factor, size, lineHeight);
}

/** How much larger than in the small picture things become. */
const factorFor = (reduced: number, lineHeight: number, area: number): number =>
  Math.min(LINE_HEIGHT_PX / lineHeight, MOST_ENLARGED / reduced, Math.sqrt(MOST_PIXELS / area));

async function shown(
  picture: Pixels,
  reduced: number,
  fromSmall: Homography,
  factor: number,
  size: { width: number; height: number },
  lineHeight: number,
): Promise<Straight> {
  // What becomes smaller is reduced first, so that each pixel counts.
  const wanted = Math.min(1, reduced * factor);
  const base = await resized(picture, Math.round(picture.width * wanted), Math.round(picture.height * wanted));
  const baseOnto = after(fromSmall, scale((picture.width * reduced) / base.width));
  return {
    picture: warp(base, baseOnto, size.width, size.height),
    lineHeight: lineHeight * factor,
  };
}

/** Around all text once it is level, with room for a table's empty outer cells, but not beyond the picture. */
function textBounds(
  picture: Pixels,
  reduced: number,
  level: Homography,
  lines: readonly Box[],
  lineHeight: number,
): Bounds {
  const text = boundsOf(lines.flatMap((line) => ends(line)).map((point) => through(level, point)));
  const [width, height] = [picture.width * reduced, picture.height * reduced];
  const frame = boundsOf([0, width].flatMap((x) => [0, height].map((y) => through(level, { x, y }))));
  const roomX = (text.right - text.left) * ROOM + 3 * lineHeight;
  const roomY = (text.bottom - text.top) * ROOM + 3 * lineHeight;
  return {
    left: Math.max(frame.left, text.left - roomX),
    top: Math.max(frame.top, text.top - roomY),
    right: Math.min(frame.right, text.right + roomX),
    bottom: Math.min(frame.bottom, text.bottom + roomY),
  };
}

const ROOM = 0.12;

interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const boundsOf = (points: readonly Point[]): Bounds => ({
  left: Math.min(...points.map(({ x }) => x)),
  top: Math.min(...points.map(({ y }) => y)),
  right: Math.max(...points.map(({ x }) => x)),
  bottom: Math.max(...points.map(({ y }) => y)),
});

function ends({ cx, cy, width, angle }: Box): Point[] {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return [-width / 2, width / 2].map((u) => ({ x: cx + u * cos, y: cy + u * sin }));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
