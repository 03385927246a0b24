import type { Box } from "@precount/domain";
import type { LineReading, TextLine } from "@precount/ocr";
import { corners, subBox, toBoxFrame } from "@precount/photos";
import { type DigitReading, digitReading, isQuantity, readCode, readQuantity } from "./digits.ts";

/** A detected line of text with its reading. */
export interface ReadLine {
  line: TextLine;
  reading: LineReading;
}

export interface FoundSticker {
  box: Box;
  /** The text detector's confidence in the code's line, 0–1. */
  score: number;
  code: DigitReading;
  /** Readings of the quantity, most confident first. */
  quantities: DigitReading[];
}

/** A sticker is at least 150 px wide on a photo of 4032 px, and its code takes more than half of that. */
const MIN_CODE_WIDTH = 0.018;
/** Space from the text to the sticker's edge, as a share of the code's height. */
const MARGIN = 0.25;

interface Quantity {
  reading: DigitReading;
  box: Box;
}

/** Takes every line of six digits for a code, and the most confident number below or beside it for its quantity. */
export function findStickers(longEdgePx: number, lines: readonly ReadLine[]): FoundSticker[] {
  const stickers = lines.flatMap(({ line, reading }) => {
    const read = readCode(reading);
    if (!read || line.width < MIN_CODE_WIDTH * longEdgePx) return [];
    const quantities = [...onSameLine(line, read.rest), ...nearby(line, lines)].toSorted(
      (a, b) => b.reading.confidence - a.reading.confidence,
    );
    const readings = quantities.map((quantity) => quantity.reading);
    return { box: boxAround(line, quantities[0]?.box), score: line.score, code: read.code, quantities: readings };
  });
  return withoutDuplicates(stickers);
}

/** The quantity behind the code, where the detector took both for one line. */
function onSameLine(line: Box, rest: DigitReading["glyphs"]): Quantity[] {
  const reading = digitReading(rest);
  const [first] = rest;
  if (!first || !isQuantity(reading.value)) return [];
  const box = subBox(line, (first.at - 0.5) * line.width, -line.height / 2, line.width / 2, line.height / 2);
  return [{ reading, box }];
}

/** Numbers below the code or to its right, close to it and of a similar height. */
function nearby(code: Box, lines: readonly ReadLine[]): Quantity[] {
  return lines.flatMap(({ line, reading }) => {
    const at = toBoxFrame(code, { x: line.cx, y: line.cy });
    const isBelow = at.y > code.height * 0.45 && at.y < code.height * 2.2 && Math.abs(at.x) < code.width * 0.75;
    const isBeside = Math.abs(at.y) < code.height && at.x > code.width / 2 && at.x < code.width * 1.1;
    const isSimilar = line.height > code.height * 0.25 && line.height < code.height * 2.4;
    const quantity = (isBelow || isBeside) && isSimilar ? readQuantity(reading) : null;
    return quantity ? [{ reading: quantity, box: line }] : [];
  });
}

/** The box around the code and its quantity. Without a quantity it has room for one below the code. */
function boxAround(code: Box, quantity: Box | undefined): Box {
  const points = quantity
    ? corners(quantity).map((point) => toBoxFrame(code, point))
    : [{ x: 0, y: code.height * 1.5 }];
  const margin = code.height * MARGIN;
  const xs = [-code.width / 2, code.width / 2, ...points.map(({ x }) => x)];
  const ys = [-code.height / 2, code.height / 2, ...points.map(({ y }) => y)];
  return subBox(
    code,
    Math.min(...xs) - margin,
    Math.min(...ys) - margin,
    Math.max(...xs) + margin,
    Math.max(...ys) + margin,
  );
}

/** Keeps the most confident of stickers that lie on top of each other: the detector may find a line twice. */
function withoutDuplicates(stickers: readonly FoundSticker[]): FoundSticker[] {
  const kept: FoundSticker[] = [];
  for (const sticker of stickers.toSorted((a, b) => b.code.confidence - a.code.confidence)) {
    const isDuplicate = kept.some(
      ({ box }) =>
        Math.hypot(box.cx - sticker.box.cx, box.cy - sticker.box.cy) < Math.min(box.height, sticker.box.height) / 2,
    );
    if (!isDuplicate) kept.push(sticker);
  }
  return kept;
}
