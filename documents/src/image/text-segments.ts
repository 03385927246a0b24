import type { Box } from "@precount/domain";
import type { Ruling } from "../layout/page-content.ts";
import type { GrayImage } from "./gray.ts";

/** A part of a line of text that is recognized as one crop. Pixels. */
export interface TextSegment {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The gaps in its ink, from left to right. */
  gaps: Gap[];
}

export interface Gap {
  from: number;
  to: number;
}

/** In line heights: the minimum gap between two cells, and the space beside a vertical ruling that belongs to it. */
const MIN_CELL_GAP = 0.8;
const RULING_MARGIN = 0.06;
/** The minimum shared height of two boxes of one line. */
const MIN_SHARED_HEIGHT = 0.6;
/** The longest segment that the text reader does not compress, in line heights. */
const MAX_LENGTH = 24;
/** A segment that overlaps another one by this share is a part of it. */
const MIN_PART_SHARE = 0.6;
/** The margin around a segment's ink in line heights, as in the text reader's training. */
const MARGIN = 0.12;
/** The minimum contrast of ink: a share of the highest contrast in the line, and a number of levels. */
const MIN_INK_SHARE = 0.4;
const MIN_INK_LEVELS = 12;
/** The part of the height about the middle that is searched for ink, so that rulings above and below are ignored. */
const SEARCHED_HEIGHT = 0.36;

/** Splits lines of text at vertical rulings and wide gaps, and fits the segments to their ink. Keeps the lines' order. */
export function splitIntoSegments(gray: GrayImage, lines: readonly Box[], rulings: readonly Ruling[]): TextSegment[] {
  const vertical = rulings.filter(({ x1, x2 }) => x1 === x2);
  const segments = mergeLineBoxes(lines.map((line) => horizontalBounds(line, gray))).flatMap(
    ({ left, right, top, bottom }) => {
      const height = bottom - top;
      const middle = (top + bottom) / 2;
      const cuts = vertical
        .filter(({ x1, y1, y2 }) => x1 > left && x1 < right && y1 < middle && y2 > middle)
        .map(({ x1 }) => x1)
        .toSorted((a, b) => a - b);
      const margin = Math.max(2, RULING_MARGIN * height);
      return [left, ...cuts].flatMap((from, i) => {
        const to = cuts[i] ?? right;
        return splitAtWideGaps(gray, {
          left: i === 0 ? from : from + margin,
          right: to === right ? to : to - margin,
          top,
          bottom,
        });
      });
    },
  );
  return segments.filter((segment) => !segments.some((other) => isPartOf(segment, other)));
}

/** Whether most of a segment lies within a wider one: the same ink, detected twice. */
function isPartOf(segment: TextSegment, other: TextSegment): boolean {
  if (segment.right - segment.left >= other.right - other.left) return false;
  const wide = Math.min(segment.right, other.right) - Math.max(segment.left, other.left);
  const high = Math.min(segment.bottom, other.bottom) - Math.max(segment.top, other.top);
  return (
    wide > MIN_PART_SHARE * (segment.right - segment.left) && high > MIN_PART_SHARE * (segment.bottom - segment.top)
  );
}

type Bounds = Omit<TextSegment, "gaps">;

/** The horizontal bounds of a detected line. The angle of a short line is noise, because the image is straight. */
function horizontalBounds({ cx, cy, width, height, angle }: Box, gray: GrayImage): Bounds {
  const turn = Math.min(Math.abs(angle), 90 - Math.abs(angle));
  const isShort = width < 3 * height;
  const high = isShort ? height : height + Math.sin((turn * Math.PI) / 180) * width * 0.5;
  return {
    left: Math.max(0, cx - width / 2),
    right: Math.min(gray.width, cx + width / 2),
    top: Math.max(0, cy - high / 2),
    bottom: Math.min(gray.height, cy + high / 2),
  };
}

/** Merges overlapping boxes of one line, so that each letter is read once. */
function mergeLineBoxes(boxes: readonly Bounds[]): Bounds[] {
  const lines: Bounds[] = [];
  for (const box of boxes.toSorted((a, b) => a.left - b.left)) {
    const line = lines.find((line) => box.left < line.right && isSameRow(line, box));
    if (line) {
      line.right = Math.max(line.right, box.right);
      line.top = Math.min(line.top, box.top);
      line.bottom = Math.max(line.bottom, box.bottom);
    } else lines.push({ ...box });
  }
  return lines;
}

/** Whether two boxes are in the same row and of similar height. */
function isSameRow(a: Bounds, b: Bounds): boolean {
  const common = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return common > MIN_SHARED_HEIGHT * Math.max(a.bottom - a.top, b.bottom - b.top);
}

/** Splits a box at gaps in its ink that are as wide as between cells. */
function splitAtWideGaps(gray: GrayImage, box: Bounds): TextSegment[] {
  const height = box.bottom - box.top;
  const hasInk = inkColumns(gray, box);
  const left = Math.floor(box.left);
  const runs: Gap[] = [];
  hasInk.forEach((ink, i) => {
    const last = runs.at(-1);
    if (ink && last && last.to === left + i) last.to += 1;
    else if (ink) runs.push({ from: left + i, to: left + i + 1 });
  });
  const segments: TextSegment[] = [];
  for (const { from, to } of runs) {
    const segment = segments.at(-1);
    if (segment && from - segment.right < MIN_CELL_GAP * height) {
      segment.gaps.push({ from: segment.right, to: from });
      segment.right = to;
    } else segments.push({ left: from, right: to, top: box.top, bottom: box.bottom, gaps: [] });
  }
  return segments.flatMap((segment) => splitLong(segment));
}

/** Splits a segment that the text reader would compress, at the widest gap near its middle. */
function splitLong(segment: TextSegment): TextSegment[] {
  const { left, right, top, bottom, gaps } = segment;
  const long = right - left;
  if (long <= MAX_LENGTH * (bottom - top)) return [segment];
  const inside = gaps.filter(({ from, to }) => from > left + long / 4 && to < right - long / 4);
  const [widest] = inside.toSorted((a, b) => b.to - b.from - (a.to - a.from));
  if (!widest) return [segment];
  const first = { ...segment, right: widest.from, gaps: gaps.filter(({ to }) => to < widest.from) };
  const second = { ...segment, left: widest.to, gaps: gaps.filter(({ from }) => from > widest.to) };
  return [...splitLong(first), ...splitLong(second)];
}

/** The box to read: the segment with a margin on both sides. */
export function segmentBox({ left, right, top, bottom }: TextSegment): Box {
  const margin = MARGIN * (bottom - top);
  return {
    cx: (left + right) / 2,
    cy: (top + bottom) / 2,
    width: right - left + 2 * margin,
    height: bottom - top,
    angle: 0,
  };
}

/** Whether each pixel column of the box contains ink, dark on light or light on dark. */
function inkColumns({ data, width }: GrayImage, { left, right, top, bottom }: Bounds): boolean[] {
  const middle = (top + bottom) / 2;
  const reach = SEARCHED_HEIGHT * (bottom - top);
  const [from, to] = [Math.max(0, Math.round(middle - reach)), Math.round(middle + reach)];
  const columns: number[][] = [];
  for (let x = Math.floor(left); x < Math.min(width, right); x += 1) {
    const column: number[] = [];
    for (let y = from; y < to; y += 1) column.push(data[y * width + x] ?? 0);
    columns.push(column);
  }
  const isDark = isDarkOnLight(columns);
  // The light may change along the line, so the background is estimated around each column.
  const backgrounds = columns.map((column) => quantile(column, isDark ? BACKGROUND_QUANTILE : 1 - BACKGROUND_QUANTILE));
  const contrast = columns.map((column, i) => {
    const background = quantile(backgrounds.slice(Math.max(0, i - BACKGROUND_RADIUS), i + BACKGROUND_RADIUS + 1), 0.5);
    return isDark ? background - Math.min(...column) : Math.max(...column) - background;
  });
  const minContrast = Math.max(MIN_INK_LEVELS, MIN_INK_SHARE * quantile(contrast, 0.9));
  return contrast.map((value) => value > minContrast);
}

/**
 * Letters cover less than half of a line, so the mean lies on their side of the median. Compared in parts of the line, because the light
 * may change along it: half of a line in a shadow also moves the mean.
 */
function isDarkOnLight(columns: readonly number[][]): boolean {
  let difference = 0;
  for (let from = 0; from < columns.length; from += 2 * BACKGROUND_RADIUS) {
    const part = columns.slice(from, from + 2 * BACKGROUND_RADIUS).flat();
    difference += part.length * (mean(part) - quantile(part, 0.5));
  }
  return difference <= 0;
}

/** The quantile of a column's pixels that is the background. */
const BACKGROUND_QUANTILE = 0.8;
const BACKGROUND_RADIUS = 30;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
