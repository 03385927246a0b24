import {
  type Box,
  type Homography,
  type Point,
  composeHomographies,
  mapPoint,
  scalingBy,
  translationBy,
} from "@precount/domain";
import type { TextReader } from "@precount/ocr";
import { type Pixels, scaleBox } from "@precount/photos";
import { findLines } from "./find-lines.ts";
import { median } from "../layout/boxes.ts";
import { adaptiveThreshold, toGray } from "./gray.ts";
import { rectification, fitLineFamily } from "./line-family.ts";
import { type Turn, areVertical, findSidewaysTurn, findTurnByReading, turn } from "./turn-upright.ts";
import { resize, warp } from "./warp.ts";

/** An image with horizontal rows and vertical columns. */
export interface StraightImage {
  image: Pixels;
  /** The median height of its lines of text, in pixels of `image`. */
  lineHeight: number;
}

export interface StraightenOptions {
  /** Whether the image is a whole scanned page, not a photo. */
  isPage: boolean;
  /** Whether an image with vertical lines of text is rotated first. */
  mayTurn: boolean;
}

/** The long edges of the reduced image that is analyzed. The second is used when the first shows too little text. */
const ANALYZED_EDGES_PX = [1200, 2400];
/**
 * With fewer lines than MIN_LINES, or with more than MAX_INK_ELSEWHERE times as much ink elsewhere as near lines, small print may have
 * been missed.
 */
const MIN_LINES = 3;
const MAX_INK_ELSEWHERE = 2;
/** The minimum height of lines of text in the larger analyzed image. */
const MIN_LINE_HEIGHT_PX = 8;
/** The line height in the result, which suits the text reader. Enlarging small lines further does not help. */
const LINE_HEIGHT_PX = 40;
const MAX_SCALE = 1.6;
const MAX_PIXELS = 7_000_000;
/** Ink is darker than its surroundings by at least this share. */
const MIN_INK_SHARE = 0.12;

/**
 * Straightens an image of print that is skewed by up to about 20° or seen from the side by up to about 25°. With `isPage` (a
 * scan) the result shows the whole image and keeps its center; otherwise the part with print and a margin. Returns null
 * when there is no text.
 */
export async function straighten(
  given: Pixels,
  reader: TextReader,
  options: StraightenOptions,
): Promise<StraightImage | null> {
  const { isPage, mayTurn } = options;
  const first = await analyze(given, reader);
  if (first.lines.length === 0) return null;
  const { image, analysis } = mayTurn ? await turnUpright(given, first, reader) : { image: given, analysis: first };
  const { small, reduction, lines, ink } = analysis;
  const level = isPage ? deskewHomography(ink, small) : perspectiveHomography(ink, small);
  const lineHeight = median(
    lines.map(({ height }) => height),
    0,
  );
  return isPage
    ? keepPage(image, reduction, level, lineHeight)
    : cropToText(image, reduction, level, lines, lineHeight);
}

/** Turns an image whose text is sideways or upside down, and analyzes it again. */
async function turnUpright(
  image: Pixels,
  analysis: Analysis,
  reader: TextReader,
): Promise<{ image: Pixels; analysis: Analysis }> {
  const lines = analysis.lines.map((line) => scaleBox(line, 1 / analysis.reduction));
  const by = await findTurn(image, lines, reader);
  if (by === null) return { image, analysis };
  const turned = await turn(image, by);
  return { image: turned, analysis: await analyze(turned, reader) };
}

async function findTurn(image: Pixels, lines: readonly Box[], reader: TextReader): Promise<Turn | null> {
  return areVertical(lines) ? findSidewaysTurn(image, lines, reader) : findTurnByReading(image, lines, reader);
}

interface Analysis {
  small: Pixels;
  /** The scale of `small` relative to the full image. */
  reduction: number;
  lines: Box[];
  ink: Point[];
}

/** Finds text in a reduced image that is as small as possible without missing any. */
async function analyze(image: Pixels, reader: TextReader): Promise<Analysis> {
  const longest = Math.max(image.width, image.height);
  for (const [i, edge] of ANALYZED_EDGES_PX.entries()) {
    const reduction = Math.min(1, edge / longest);
    const small = await resize(image, Math.round(image.width * reduction), Math.round(image.height * reduction));
    const lines = await findLines(reader, small, i === 0 ? Infinity : MIN_LINE_HEIGHT_PX);
    const { near, elsewhere } = findInk(small, lines);
    const isAll = lines.length >= MIN_LINES && elsewhere <= MAX_INK_ELSEWHERE * near.length;
    if (isAll || reduction === 1 || i === ANALYZED_EDGES_PX.length - 1) {
      const step = Math.max(1, Math.ceil(near.length / MAX_POINTS));
      return { small, reduction, lines, ink: near.filter((_, at) => at % step === 0) };
    }
  }
  throw new Error("the last edge is always taken");
}

/** Corrects the rotation of a flat scanned page about its center, which becomes the origin. */
function deskewHomography(ink: readonly Point[], { width, height }: Pixels): Homography {
  const reach = Math.max(width, height) / 2;
  const rows = fitLineFamily(relativeTo({ x: width / 2, y: height / 2 }, ink), reach, true);
  return composeHomographies(
    rectification(rows, { slope: -rows.slope, turn: 0 }),
    translationBy(-width / 2, -height / 2),
  );
}

/** Corrects rotation and perspective about the center of the ink, which becomes the origin. */
function perspectiveHomography(ink: readonly Point[], { width, height }: Pixels): Homography {
  const middle = { x: mean(ink.map(({ x }) => x)), y: mean(ink.map(({ y }) => y)) };
  const points = relativeTo(middle, ink);
  const reach = Math.max(width, height) / 2;
  const rows = fitLineFamily(points, reach, false);
  const columns = fitLineFamily(
    points.map(({ x, y }) => ({ x: y, y: x })),
    reach,
    false,
  );
  return composeHomographies(rectification(rows, columns), translationBy(-middle.x, -middle.y));
}

const relativeTo = (middle: Point, points: readonly Point[]): Point[] =>
  points.map(({ x, y }) => ({ x: x - middle.x, y: y - middle.y }));

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The dark points in and around lines of text (the text and the rulings beside it), and their number elsewhere. */
function findInk(small: Pixels, lines: readonly Box[]): { near: Point[]; elsewhere: number } {
  const { width, height } = small;
  const ink = adaptiveThreshold(toGray(small), 12, MIN_INK_SHARE);
  const isNear = new Uint8Array(width * height);
  for (const { cx, cy, width: long, height: high, angle } of lines) {
    // The upright box around the rotated box, plus a line height.
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

/** More points do not make the fit more precise. */
const MAX_POINTS = 30_000;

async function cropToText(
  image: Pixels,
  reduction: number,
  level: Homography,
  lines: readonly Box[],
  lineHeight: number,
): Promise<StraightImage> {
  const { left, top, right, bottom } = textBounds(image, reduction, level, lines, lineHeight);
  const factor = outputScale(reduction, lineHeight, (right - left) * (bottom - top));
  const size = { width: Math.round((right - left) * factor), height: Math.round((bottom - top) * factor) };
  return renderStraight(
    image,
    reduction,
    composeHomographies(scalingBy(factor), composeHomographies(translationBy(-left, -top), level)),
    factor,
    size,
    lineHeight,
  );
}

function keepPage(image: Pixels, reduction: number, level: Homography, lineHeight: number): Promise<StraightImage> {
  const [width, height] = [image.width * reduction, image.height * reduction];
  const factor = outputScale(reduction, lineHeight, width * height);
  const onto = composeHomographies(scalingBy(factor), composeHomographies(translationBy(width / 2, height / 2), level));
  const size = { width: Math.round(width * factor), height: Math.round(height * factor) };
  return renderStraight(image, reduction, onto, factor, size, lineHeight);
}

/** The scale of the result relative to the reduced image. */
const outputScale = (reduction: number, lineHeight: number, area: number): number =>
  Math.min(LINE_HEIGHT_PX / lineHeight, MAX_SCALE / reduction, Math.sqrt(MAX_PIXELS / area));

async function renderStraight(
  image: Pixels,
  reduction: number,
  fromSmall: Homography,
  factor: number,
  size: { width: number; height: number },
  lineHeight: number,
): Promise<StraightImage> {
  // Reduce before warping, because the warp samples single pixels.
  const wanted = Math.min(1, reduction * factor);
  const base = await resize(image, Math.round(image.width * wanted), Math.round(image.height * wanted));
  const baseOnto = composeHomographies(fromSmall, scalingBy((image.width * reduction) / base.width));
  return {
    image: warp(base, baseOnto, size.width, size.height),
    lineHeight: lineHeight * factor,
  };
}

/** The bounds of all text after rectification, with a margin for a table's empty outer cells, inside the image. */
function textBounds(
  image: Pixels,
  reduction: number,
  level: Homography,
  lines: readonly Box[],
  lineHeight: number,
): Bounds {
  const text = boundsOf(lines.flatMap((line) => lineEnds(line)).map((point) => mapPoint(level, point)));
  const [width, height] = [image.width * reduction, image.height * reduction];
  const frame = boundsOf([0, width].flatMap((x) => [0, height].map((y) => mapPoint(level, { x, y }))));
  const marginX = (text.right - text.left) * MARGIN + 3 * lineHeight;
  const marginY = (text.bottom - text.top) * MARGIN + 3 * lineHeight;
  return {
    left: Math.max(frame.left, text.left - marginX),
    top: Math.max(frame.top, text.top - marginY),
    right: Math.min(frame.right, text.right + marginX),
    bottom: Math.min(frame.bottom, text.bottom + marginY),
  };
}

const MARGIN = 0.12;

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

function lineEnds({ cx, cy, width, angle }: Box): Point[] {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return [-width / 2, width / 2].map((u) => ({ x: cx + u * cos, y: cy + u * sin }));
}
