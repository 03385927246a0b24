import type { Box } from "@precount/domain";
import { confidenceOf, type Glyph, type LineReading, type Recognizer, type TextLine } from "@precount/ocr";
import { type Pixels, subBox, toBox } from "@precount/photos";
import { type DigitReading, digitReading, readCode, readQuantity } from "./digits.ts";
import { inkBoxes } from "./ink.ts";
import { type Paper, findPaper } from "./paper.ts";

export interface ReadLine {
  line: TextLine;
  reading: LineReading;
}

export interface Sticker {
  box: Box;
  score: number;
  code: DigitReading;
  quantity: DigitReading | null;
  /** Other readings of the quantity, surest first. */
  alternatives: DigitReading[];
}

/** A label is at most 1 code width wider on either side, has a heading above and a quantity below its code. */
const REACH = { sideWidths: 1.1, upHeights: 2.4, downHeights: 3.6, wantsRoom: true };
/** A label is 150 pixels wide at least on a photo of 4032, its code more than half of that. */
const LEAST_WIDTH = 0.018;
/** Above it a quantity's reading is taken as it is, without a second look at the ink. */
const SURE = 0.93;
/** A number is taken for the whole of a surer part of it when it is read at least so surely. */
const WHOLE_TRUST = 0.7;
/** A quantity beyond the edge of the code's paper: the edge may be a drawn line, or another sticker's. */
const BEYOND_TRUST = 0.8;
/** A quantity read on one line with its code: the line drawn between them may have become a 1. */
const REST_TRUST = 0.6;
/** A gap that parts code and quantity, in usual gaps between digits. */
const CLEAR_GAP = 1.3;

interface CodePart {
  /** The code alone. */
  line: TextLine;
  code: DigitReading;
  /** What was read behind it on the same line, and where. */
  rest: Glyph[];
  restBox: Box | null;
}

/**
 * A line with more than six digits has its quantity beside the code: cut at the widest gap behind the sixth or
 * a later one. Without a clear gap, a paper's edge was read as a 1 before the code or behind it.
 */
function codePart(line: TextLine, code: DigitReading): CodePart {
  const all = code.glyphs;
  if (all.length <= 6) return { line, code, rest: [], restBox: null };
  const gaps = all.slice(1).map((glyph, i) => glyph.at - (all[i]?.at ?? 0));
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0;
  const behindSixth = gaps.slice(5);
  const widest = behindSixth.indexOf(Math.max(...behindSixth));
  const isClear = (gap: number | undefined) => (gap ?? 0) >= CLEAR_GAP * usual;
  let first = 0;
  // Only a 1 can be a paper's edge; other digits before the code are its own, however wide the gap behind them.
  if (
    !isClear(behindSixth[0]) &&
    all[0]?.char === "1" &&
    ((widest === 1 && isClear(behindSixth[1])) || all.length === 7)
  )
    first = 1;
  const glyphs = all.slice(first, first + 6);
  const rest = all.slice(first + 6);
  const edge = (before: Glyph | undefined, after: Glyph | undefined, otherwise: number): number =>
    ((before && after ? (before.at + after.at) / 2 : otherwise) - 0.5) * line.width;
  const left = edge(all[first - 1], glyphs[0], 0);
  const right = edge(glyphs[5], rest[0], 1);
  const box = subBox(line, left, -line.height / 2, right, line.height / 2);
  return {
    line: { ...box, score: line.score },
    code: digitReading(glyphs),
    rest,
    restBox: rest.length > 0 ? subBox(line, right, -line.height / 2, line.width / 2, line.height / 2) : null,
  };
}

/** Every line of six digits as a sticker, with the quantity that stands below or beside it on the same paper. */
export async function findStickers(
  picture: Pixels,
  lines: readonly ReadLine[],
  recognizer: Recognizer,
): Promise<Sticker[]> {
  const stickers: Sticker[] = [];
  for (const candidate of lines) {
    const whole = readCode(candidate.reading);
    if (!whole || candidate.line.width < LEAST_WIDTH * Math.max(picture.width, picture.height)) continue;
    const part = codePart(candidate.line, whole);
    const paper = findPaper(picture, part.line, REACH) ?? null;
    const others = lines.filter((other) => other !== candidate);
    const found = await findQuantity(picture, part, paper, others, recognizer);
    stickers.push({
      box: paper ? trimmedBox(part.line, paper, found.at) : guessedBox(part.line, found.at),
      score: candidate.line.score,
      code: part.code,
      quantity: found.options[0] ?? null,
      alternatives: found.options.slice(1, 4),
    });
  }
  return stickers;
}

interface QuantityFound {
  /** Surest first. */
  options: DigitReading[];
  /** Where it stands, when known. */
  at: Box | null;
}

async function findQuantity(
  picture: Pixels,
  part: CodePart,
  paper: Paper | null,
  others: readonly ReadLine[],
  recognizer: Recognizer,
): Promise<QuantityFound> {
  const { line } = part;
  const within = (bounds: Bounds) =>
    others
      .filter(({ line: other }) => isQuantityPlace(line, toBox(line, { x: other.cx, y: other.cy }), other, bounds))
      .flatMap(({ line: other, reading }) => {
        const quantity = readQuantity(reading);
        return quantity ? [{ quantity, box: other }] : [];
      });
  const near = surestFirst(within(paper ?? usualBounds(line)));
  const best = near[0];
  if (best && best.quantity.confidence >= SURE) return chosen(near, part);

  const fromInk = paper ? await readInk(picture, line, paper, recognizer) : [];
  const all = surestFirst([...near, ...fromInk]);
  if (all.length > 0 || part.restBox) return chosen(all, part);
  // The paper may have been taken to end at the line drawn between code and quantity.
  const beyond = paper ? within(usualBounds(line)) : [];
  const doubtful = beyond.map(({ quantity, box }) => ({ quantity: doubted(quantity, BEYOND_TRUST), box }));
  return chosen(surestFirst(doubtful), part);
}

interface Candidate {
  quantity: DigitReading;
  box: Box;
}
type Bounds = Pick<Paper, "left" | "right" | "top" | "bottom">;

/** Where a quantity is usually written, in the code's own frame. */
const usualBounds = ({ width, height }: Box): Bounds => ({
  left: -width * 0.75,
  right: width * 1.1,
  top: -height,
  bottom: height * 2.2,
});

const doubted = (reading: DigitReading, trust: number): DigitReading => ({
  ...reading,
  confidence: reading.confidence * trust,
});

const surestFirst = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted((a, b) => b.quantity.confidence - a.quantity.confidence);

/** The surest candidate, or the whole number that it is a part of: a part is often read more surely. */
function chosen(candidates: readonly Candidate[], { rest, restBox }: CodePart): QuantityFound {
  // Read together with the code, perhaps with the line between them as a 1: kept, and doubted.
  const behind = restBox ? [{ quantity: doubted(digitReading(rest), REST_TRUST), box: restBox }] : [];
  const surest = candidates[0] ?? behind[0];
  if (!surest) return { options: [], at: null };
  const first = [...candidates, ...behind].find((other) => isWholeOf(other, surest)) ?? surest;
  return { options: distinct([first, ...candidates].map(({ quantity }) => quantity)), at: first.box };
}

function isWholeOf({ quantity, box }: Candidate, part: Candidate): boolean {
  const longer = quantity.value.length > part.quantity.value.length && quantity.value.includes(part.quantity.value);
  const at = toBox(box, { x: part.box.cx, y: part.box.cy });
  const holds = Math.abs(at.x) < box.width / 2 && Math.abs(at.y) < box.height / 2;
  return longer && holds && confidenceOf(quantity.glyphs) >= WHOLE_TRUST;
}

/** On the same paper, lower than the code or to its right, and no taller than twice its height. */
function isQuantityPlace(line: Box, at: { x: number; y: number }, other: Box, bounds: Bounds): boolean {
  const inside = at.x > bounds.left && at.x < bounds.right && at.y > bounds.top && at.y < bounds.bottom;
  const below = at.y > line.height * 0.45;
  const right = at.x > line.width / 2 && Math.abs(at.y) < line.height;
  return inside && (below || right) && other.height < line.height * 2.4 && other.height > line.height * 0.25;
}

/** Reads the ink below the code, or, on a paper with no room there, to its right. */
async function readInk(picture: Pixels, line: Box, paper: Paper, recognizer: Recognizer): Promise<Candidate[]> {
  const rim = line.height * 0.06;
  const roomBelow = paper.bottom - line.height * 0.42 > line.height * 0.6;
  // A paper that ends just behind the code was cut by the line drawn before the quantity: look beyond it.
  const right = Math.max(paper.right - rim, line.width / 2 + line.height * 1.6);
  const zone = roomBelow
    ? subBox(line, paper.left + rim, line.height * 0.42, paper.right - rim, paper.bottom - rim)
    : subBox(line, line.width / 2, paper.top + rim, right, paper.bottom - rim);
  const boxes = inkBoxes(picture, zone, paper.colour, line.height);
  if (boxes.length === 0 || boxes.length > 12) return [];
  const readings = await recognizer.read(picture, boxes);
  return readings.flatMap((reading, i) => {
    const quantity = readQuantity(reading);
    const box = boxes[i];
    return quantity && box ? [{ quantity, box }] : [];
  });
}

function distinct(options: readonly DigitReading[]): DigitReading[] {
  return options.filter((option, i) => options.findIndex(({ value }) => value === option.value) === i);
}

/**
 * The paper's box, cut back where it runs on further than a label does: like-coloured things behind it were
 * taken for paper.
 */
function trimmedBox(line: Box, paper: Paper, quantity: Box | null): Box {
  const h = line.height;
  const half = line.width / 2;
  const at = quantity ? toBox(line, { x: quantity.cx, y: quantity.cy }) : null;
  const rightmost = at && quantity ? Math.max(half, at.x + quantity.width / 2) : half;
  const isBeside = at !== null && at.x > half && Math.abs(at.y) < h * 0.6;
  const lowest = at && quantity && !isBeside ? Math.max(h / 2, at.y + quantity.height / 2) : h * (isBeside ? 0.5 : 1.6);
  const reached = quantity && !isBeside ? lowest + h * 0.2 : 0;
  const bottom = paper.bottom > lowest + h * 0.9 ? lowest + h * 0.3 : Math.max(paper.bottom, reached);
  const top = paper.top < -h * (isBeside ? 1.4 : 1.7) ? -h * 0.75 : paper.top;
  const left = paper.left < -half - line.width * 0.6 ? -half - h * 0.3 : paper.left;
  const widest = rightmost + line.width * 0.6;
  const right =
    paper.right > widest ? rightmost + h * 0.3 : Math.max(paper.right, rightmost + (isBeside ? h * 0.2 : 0));
  return subBox(line, left, top, right, bottom);
}

/** Where no paper could be told from its surroundings: the code and its quantity with a usual margin. */
function guessedBox(line: Box, quantity: Box | null): Box {
  const h = line.height;
  const at = quantity ? toBox(line, { x: quantity.cx, y: quantity.cy }) : { x: 0, y: h };
  const [halfW, halfH] = quantity ? [quantity.width / 2, quantity.height / 2] : [h, h / 2];
  return subBox(
    line,
    Math.min(-line.width / 2, at.x - halfW) - h * 0.25,
    Math.min(-h / 2, at.y - halfH) - h * 0.2,
    Math.max(line.width / 2, at.x + halfW) + h * 0.25,
    Math.max(h / 2, at.y + halfH) + h * 0.2,
  );
}
