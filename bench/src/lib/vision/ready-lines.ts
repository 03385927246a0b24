import { type Point, type Rect, rectBounds, rectCorners } from "@precount/domain";
import { DEFAULT_DETECT_OPTIONS, type FoundResult, type ScoredResult } from "@precount/vision";
import { isCode, isQuantity, numbersIn } from "./numbers.ts";

/** A line of `@gutenye/ocr-node`: corners clockwise from its top left, pixels; `mean` = confidence. */
export interface TextLine {
  text: string;
  mean: number;
  box: readonly (readonly [number, number])[];
}

/**
 * A number with its position, pixels. The library joins lines that are side by side anywhere on the photo into one
 * with one box; the number's position is estimated from its position in the text.
 */
interface ReadNumber {
  digits: string;
  confidence: number;
  place: Rect;
  line: TextLine;
}

function numbersOf(lines: readonly TextLine[]): ReadNumber[] {
  return lines.flatMap((line) =>
    numbersIn(line.text).map(({ digits, from, to }) => ({
      digits,
      confidence: line.mean,
      place: partOf(line, from, to),
      line,
    })),
  );
}

const between = (a: Point, b: Point, share: number): Point => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});

/** The part of a line between two fractions of its length, as a rotated box. */
function partOf({ box }: TextLine, from: number, to: number): Rect {
  const [topLeft, topRight, bottomRight, bottomLeft] = box.map(([x, y]): Point => ({ x, y }));
  if (!topLeft || !topRight || !bottomRight || !bottomLeft) throw new Error("A line of text has no four corners.");
  const corners = [between(topLeft, topRight, from), between(topLeft, topRight, to)];
  corners.push(between(bottomLeft, bottomRight, to), between(bottomLeft, bottomRight, from));
  return boxAround(corners, Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x));
}

/** The smallest box at an angle (radians) that contains all points. */
function boxAround(points: readonly Point[], angle: number, margin = 0): Rect {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const us = points.map(({ x, y }) => x * cos + y * sin);
  const vs = points.map(({ x, y }) => y * cos - x * sin);
  const [left, right] = [Math.min(...us) - margin, Math.max(...us) + margin];
  const [top, bottom] = [Math.min(...vs) - margin, Math.max(...vs) + margin];
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  const [width, height] = [right - left, bottom - top];
  const degrees = ((angle * 180) / Math.PI + 360) % 360;
  return { x: u * cos - v * sin - width / 2, y: u * sin + v * cos - height / 2, width, height, angle: degrees };
}

const isValid = (code: ReadNumber, quantity: ReadNumber | undefined): boolean =>
  code.confidence >= DEFAULT_DETECT_OPTIONS.codeConfidence &&
  quantity !== undefined &&
  quantity.confidence >= DEFAULT_DETECT_OPTIONS.quantityConfidence;

/** Margin of a sticker around its numbers, in heights of its code. */
const MARGIN = 0.35;

/**
 * Interprets the lines without the truth: each six-digit number is a sticker's code, the nearest number below or to
 * its right is the quantity, and the enlarged box around both is the sticker. The library finds no shelves.
 */
export function stickersByText(lines: readonly TextLine[]): FoundResult[] {
  const numbers = numbersOf(lines);
  const used = new Set<ReadNumber>();
  return numbers
    .filter(({ digits }) => isCode(digits))
    .map((code) => {
      const quantity = numbers
        .filter((number) => number !== code && !used.has(number) && isQuantity(number.digits) && !isCode(number.digits))
        .map((number) => ({ number, away: offset(code.place, number.place) }))
        .filter(({ away }) => isQuantityPlace(code.place, away))
        .toSorted((a, b) => Math.hypot(a.away.u, a.away.v) - Math.hypot(b.away.u, b.away.v))[0]?.number;
      if (quantity) used.add(quantity);
      const corners = [...rectCorners(code.place), ...(quantity ? rectCorners(quantity.place) : [])];
      const angle = ((code.place.angle ?? 0) * Math.PI) / 180;
      const rect = boxAround(corners, angle, MARGIN * code.place.height);
      const valid = isValid(code, quantity);
      return { label: "sticker", rect, code: code.digits, quantity: quantity?.digits, valid };
    });
}

const center = ({ x, y, width, height }: Rect): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Vector from one box's center to another's, along the first box's width (u) and height (v), pixels. */
function offset(from: Rect, to: Rect): { u: number; v: number } {
  const [a, b] = [center(from), center(to)];
  const angle = ((from.angle ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { u: (b.x - a.x) * cos + (b.y - a.y) * sin, v: (b.y - a.y) * cos - (b.x - a.x) * sin };
}

/** Up to three lines below the code, or to its right within the width of the code. */
function isQuantityPlace({ width, height }: Rect, { u, v }: { u: number; v: number }): boolean {
  const below = v > 0.4 * height && v < 3 * height && Math.abs(u) < width;
  const beside = Math.abs(v) < height && u > 0.5 * width && u < 1.75 * width;
  return below || beside;
}

/**
 * Interprets the lines with the help of the truth, as favorably as possible. Positions are the truth's: a true sticker is found when a six-digit number is in
 * a line whose upright box touches the sticker's, or when its code is in any line of the photo; its quantity is right
 * when that number is in any line that touches the sticker. Each number counts once. The shelf is taken from the
 * truth. Codes without a sticker count against precision.
 */
export function stickersByTruth(truth: readonly ScoredResult[], lines: readonly TextLine[]): FoundResult[] {
  const numbers = numbersOf(lines);
  const stickers = truth.filter(({ label }) => label === "sticker");
  const codes = pair(
    stickers,
    numbers.filter(({ digits }) => isCode(digits)),
    (sticker, { digits }) => sticker.code === digits,
    touches,
  );
  const others = numbers.filter((number) => isQuantity(number.digits) && ![...codes.values()].includes(number));
  const quantities = pair(
    stickers.filter((sticker) => codes.has(sticker)),
    others,
    (sticker, number) => sticker.quantity === number.digits && touches(sticker, number),
    (sticker, number) => !isCode(number.digits) && touches(sticker, number),
  );
  const found = [...codes].map(([sticker, code]): FoundResult => {
    const quantity = quantities.get(sticker);
    const valid = isValid(code, quantity);
    const { label, rect, shelfCode } = sticker;
    return { label, rect, code: code.digits, quantity: quantity?.digits, shelfCode, valid };
  });
  const taken = new Set([...codes.values(), ...quantities.values()]);
  const astray = numbers
    .filter((number) => isCode(number.digits) && !taken.has(number))
    .map(({ place, digits }): FoundResult => ({ label: "sticker", rect: place, code: digits, valid: false }));
  return [...found, ...astray];
}

type Fits = (sticker: ScoredResult, number: ReadNumber) => boolean;

/** Assigns numbers to stickers: exact matches first, then the nearest candidates. */
function pair(stickers: readonly ScoredResult[], numbers: readonly ReadNumber[], isRight: Fits, mayBe: Fits) {
  const pairs = new Map<ScoredResult, ReadNumber>();
  const free = new Set(numbers);
  for (const fits of [isRight, mayBe]) {
    for (const sticker of stickers) {
      if (pairs.has(sticker)) continue;
      const nearest = [...free]
        .filter((number) => fits(sticker, number))
        .toSorted((a, b) => distance(sticker, a) - distance(sticker, b))[0];
      if (!nearest) continue;
      pairs.set(sticker, nearest);
      free.delete(nearest);
    }
  }
  return pairs;
}

function distance(sticker: ScoredResult, number: ReadNumber): number {
  const { u, v } = offset(sticker.rect, number.place);
  return Math.hypot(u, v);
}

/** Whether the upright boxes around the number's line and the sticker overlap. */
function touches(sticker: ScoredResult, { line }: ReadNumber): boolean {
  const own = rectBounds(sticker.rect);
  const xs = line.box.map(([x]) => x);
  const ys = line.box.map(([, y]) => y);
  const besides = Math.min(...xs) > own.right || Math.max(...xs) < own.left;
  const apart = Math.min(...ys) > own.bottom || Math.max(...ys) < own.top;
  return !besides && !apart;
}
