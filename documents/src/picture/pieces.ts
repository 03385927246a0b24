import type { Box } from "@precount/domain";
import type { Rule } from "../layout/marks.ts";
import type { Grey } from "./grey.ts";

/** Part of a line of text, level: what is read in one go. Pixels. */
export interface Piece {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** White columns within it, from left to right. */
  gaps: Gap[];
}

export interface Gap {
  from: number;
  to: number;
}

/** In heights of the line: a gap so wide parts two cells; what is left and right of a rule belongs to it. */
const CELL_GAP = 0.8;
const RULE_ROOM = 0.06;
/** So much of two boxes' height is common when they are of one line. */
const SAME_ROW = 0.6;
/** In heights of the line: what the reader takes at its full width. */
const MOST_LENGTH = 24;
/** So much of a piece lies within another one when it is a part of that. */
const PART = 0.6;
/** How far beyond its ink a piece reaches, in heights of the line: as far as the reader was trained to see. */
const ROOM = 0.12;
/** Ink differs from the ground by this share of the greatest difference in the line, and by so many levels. */
const INK = 0.4;
const LEAST_INK = 12;
/** The part of the box's height, about its middle, in which ink is looked for: rules above and below are none. */
const CORE = 0.36;

/** Lines of text cut at upright rules and wide gaps, and fitted to their ink. Order: as the lines. */
export function piecesOf(grey: Grey, lines: readonly Box[], rules: readonly Rule[]): Piece[] {
  const upright = rules.filter(({ x1, x2 }) => x1 === x2);
  const pieces = whole(lines.map((line) => levelBox(line, grey))).flatMap(({ left, right, top, bottom }) => {
    const height = bottom - top;
    const middle = (top + bottom) / 2;
    const cuts = upright
      .filter(({ x1, y1, y2 }) => x1 > left && x1 < right && y1 < middle && y2 > middle)
      .map(({ x1 }) => x1)
      .toSorted((a, b) => a - b);
    const room = Math.max(2, RULE_ROOM * height);
    return [left, ...cuts].flatMap((from, i) => {
      const to = cuts[i] ?? right;
      return inkPieces(grey, {
        left: i === 0 ? from : from + room,
        right: to === right ? to : to - room,
        top,
        bottom,
      });
    });
  });
  return pieces.filter((piece) => !pieces.some((other) => isPartOf(piece, other)));
}

/** A stroke seen again by itself: most of it lies within a wider piece. */
function isPartOf(piece: Piece, other: Piece): boolean {
  if (piece.right - piece.left >= other.right - other.left) return false;
  const wide = Math.min(piece.right, other.right) - Math.max(piece.left, other.left);
  const high = Math.min(piece.bottom, other.bottom) - Math.max(piece.top, other.top);
  return wide > PART * (piece.right - piece.left) && high > PART * (piece.bottom - piece.top);
}

type Bounds = Omit<Piece, "gaps">;

/** The network's boxes of short lines are turned by chance: the picture is straight. */
function levelBox({ cx, cy, width, height, angle }: Box, grey: Grey): Bounds {
  const turn = Math.min(Math.abs(angle), 90 - Math.abs(angle));
  const isShort = width < 3 * height;
  const high = isShort ? height : height + Math.sin((turn * Math.PI) / 180) * width * 0.5;
  return {
    left: Math.max(0, cx - width / 2),
    right: Math.min(grey.width, cx + width / 2),
    top: Math.max(0, cy - high / 2),
    bottom: Math.min(grey.height, cy + high / 2),
  };
}

/** Boxes of one line that lie over each other's ends are one: each letter is to be read once. */
function whole(boxes: readonly Bounds[]): Bounds[] {
  const lines: Bounds[] = [];
  for (const box of boxes.toSorted((a, b) => a.left - b.left)) {
    const line = lines.find((line) => box.left < line.right && isBeside(line, box));
    if (line) {
      line.right = Math.max(line.right, box.right);
      line.top = Math.min(line.top, box.top);
      line.bottom = Math.max(line.bottom, box.bottom);
    } else lines.push({ ...box });
  }
  return lines;
}

/** In the same row, and of like height. */
function isBeside(a: Bounds, b: Bounds): boolean {
  const common = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return common > SAME_ROW * Math.max(a.bottom - a.top, b.bottom - b.top);
}

/** The parts of a box that hold ink without a gap as wide as between cells. */
function inkPieces(grey: Grey, box: Bounds): Piece[] {
  const height = box.bottom - box.top;
  const hasInk = inkColumns(grey, box);
  const left = Math.floor(box.left);
  const runs: Gap[] = [];
  hasInk.forEach((ink, i) => {
    const last = runs.at(-1);
    if (ink && last && last.to === left + i) last.to += 1;
    else if (ink) runs.push({ from: left + i, to: left + i + 1 });
  });
  const pieces: Piece[] = [];
  for (const { from, to } of runs) {
    const piece = pieces.at(-1);
    if (piece && from - piece.right < CELL_GAP * height) {
      piece.gaps.push({ from: piece.right, to: from });
      piece.right = to;
    } else pieces.push({ left: from, right: to, top: box.top, bottom: box.bottom, gaps: [] });
  }
  return pieces.flatMap((piece) => shortened(piece));
}

/** Longer lines would be squeezed before they are read: they are parted at the widest gap about their middle. */
function shortened(piece: Piece): Piece[] {
  const { left, right, top, bottom, gaps } = piece;
  const long = right - left;
  if (long <= MOST_LENGTH * (bottom - top)) return [piece];
  const inside = gaps.filter(({ from, to }) => from > left + long / 4 && to < right - long / 4);
  const [widest] = inside.toSorted((a, b) => b.to - b.from - (a.to - a.from));
  if (!widest) return [piece];
  const first = { ...piece, right: widest.from, gaps: gaps.filter(({ to }) => to < widest.from) };
  const second = { ...piece, left: widest.to, gaps: gaps.filter(({ from }) => from > widest.to) };
  return [...shortened(first), ...shortened(second)];
}

/** As the reader wants it: with a little white around the ink, yet not beyond what the piece was cut from. */
export function boxOf({ left, right, top, bottom }: Piece): Box {
  const room = ROOM * (bottom - top);
  return {
    cx: (left + right) / 2,
    cy: (top + bottom) / 2,
    width: right - left + 2 * room,
    height: bottom - top,
    angle: 0,
  };
}

/** Which of the box's columns of pixels hold ink, dark on light or light on dark. */
function inkColumns({ data, width }: Grey, { left, right, top, bottom }: Bounds): boolean[] {
  const middle = (top + bottom) / 2;
  const reach = CORE * (bottom - top);
  const [from, to] = [Math.max(0, Math.round(middle - reach)), Math.round(middle + reach)];
  const columns: number[][] = [];
  for (let x = Math.floor(left); x < Math.min(width, right); x += 1) {
    const column: number[] = [];
    for (let y = from; y < to; y += 1) column.push(data[y * width + x] ?? 0);
    columns.push(column);
  }
  // Letters cover less than half of a line: the mean lies on their side of the median.
  const all = columns.flat();
  const isDark = mean(all) <= quantile(all, 0.5);
  // Light may change along the line: the ground is asked for around each column.
  const lights = columns.map((column) => quantile(column, isDark ? GROUND : 1 - GROUND));
  const contrast = columns.map((column, i) => {
    const ground = quantile(lights.slice(Math.max(0, i - NEAR), i + NEAR + 1), 0.5);
    return isDark ? ground - Math.min(...column) : Math.max(...column) - ground;
  });
  const least = Math.max(LEAST_INK, INK * quantile(contrast, 0.9));
  return contrast.map((value) => value > least);
}

/** Of a column's pixels, so many are at most as light as the ground, strokes and noise among them. */
const GROUND = 0.8;
const NEAR = 30;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
