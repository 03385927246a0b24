import type { ReadText } from "@precount/ocr";
import { median } from "../layout/boxes.ts";
import type { Word } from "../layout/page-content.ts";
import { inkRuns, letterMiddles, pitchOfSegment } from "./pitch.ts";
import { type Gap, type TextSegment, segmentBox } from "./text-segments.ts";

/**
 * The minimum gap between words beyond the typical gap between letters, which differs between narrow and wide print. In line
 * heights. Classified all of 3,400 measured gaps of photographed print in five fonts correctly.
 */
const MIN_WORD_GAP = 0.11;
/** The minimum gap between words where the text reader recognized a space. */
const MIN_SPACE_GAP = 0.12;
/** The minimum gap between numbers: the wide gaps beside a 1 reach 0.274. */
const MIN_NUMBER_GAP = 0.3;
const MIN_NUMBER_SPACE_GAP = 0.2;
/** With this many gaps, a line's own median is used. */
const MIN_GAPS_FOR_MEDIAN = 10;
const APOSTROPHES: ReadonlySet<string | undefined> = new Set(["'", "’"]);
/** In pitches: the minimum distance between the middles of two letters with a space between them. */
const MIN_SPACE_DISTANCE = 1.5;
/** The letter size as a share of the detected line's height. */
const LETTER_HEIGHT_SHARE = 0.75;
/** The error of the text reader's glyph positions, in line heights. */
const GLYPH_SLACK = 0.25;
/** The maximum width of an l in line heights. A 1 is wider, because it has a flag or a base. */
const MAX_STROKE_WIDTH = 0.13;

interface Letter {
  char: string;
  probability: number;
  /** Pixels of the image. */
  x: number;
}

/** The median gap between letters, in line heights. */
export const medianGap = (segments: readonly TextSegment[]): number =>
  median(
    segments.flatMap(({ gaps, top, bottom }) => gaps.map(({ from, to }) => (to - from) / (bottom - top))),
    0,
  );

/**
 * Splits a segment's text into words at the gaps in its ink. Gaps count more than the spaces that the text reader recognized.
 * @param pageGap the `medianGap` of all segments of the page
 * @param pagePitch the distance between letters on a page of monospaced print
 */
export function splitIntoWords(segment: TextSegment, read: ReadText, pageGap: number, pagePitch?: number): Word[] {
  const height = segment.bottom - segment.top;
  const box = segmentBox(segment);
  const start = box.cx - box.width / 2;
  const glyphs = read.glyphs.map(({ char, probability, at }) => ({ char, probability, x: start + at * box.width }));
  const letters = glyphs.filter(({ char }) => char.trim() !== "");
  const spaces = glyphs.filter(({ char }) => char.trim() === "").map(({ x }) => x);
  const letterGap = segment.gaps.length >= MIN_GAPS_FOR_MEDIAN ? medianGap([segment]) : pageGap;
  const pitch = pagePitch === undefined ? undefined : pitchOfSegment(segment, pagePitch);
  const isCut = (gap: Gap): boolean => {
    const hasSpace = spaces.some((x) => x > gap.from - GLYPH_SLACK * height && x < gap.to + GLYPH_SLACK * height);
    return (
      (gap.to - gap.from) / height > minGap(gap, letters, hasSpace, letterGap, isStroke(inkAfter(gap, segment), height))
    );
  };
  const cuts = pitch === undefined ? segment.gaps.filter(isCut) : emptyCells(segment, pitch);
  const words: Word[] = [];
  for (const { ink, inkLetters } of splitInk(segment, cuts, letters)) {
    const text = inkLetters.map(({ char }) => char).join("");
    // Widen the word's ink by the space beside its letters, as in the text layer of a PDF.
    const sideBearing = (letterGap * height) / 2;
    const cells = pitch === undefined ? undefined : cellsOf(segment, ink, pitch);
    words.push({
      // The text reader cannot tell a 1 from an l; after an amount, a bare stroke is the unit liter.
      text: text === "1" && isStroke(ink, height) && /\d$/.test(words.at(-1)?.text ?? "") ? "l" : text,
      place: {
        x: cells?.from ?? ink.from - sideBearing,
        y: segment.top + (height * (1 - LETTER_HEIGHT_SHARE)) / 2,
        width: cells ? cells.to - cells.from : ink.to - ink.from + 2 * sideBearing,
        height: height * LETTER_HEIGHT_SHARE,
      },
      confidence: inkLetters.reduce((sum, { probability }) => sum + probability, 0) / inkLetters.length,
      fontSize: height * LETTER_HEIGHT_SHARE,
      ...(pitch === undefined ? {} : { pitch }),
    });
  }
  return words;
}

/**
 * The gaps of monospaced print that contain an empty cell. Beside a narrow letter, such as a comma, the gap is as wide as a
 * space, but its middle is in the next cell.
 */
function emptyCells(segment: TextSegment, pitch: number): Gap[] {
  const runs = inkRuns(segment).map((run) => letterMiddles(run, pitch));
  return segment.gaps.filter((_, index) => {
    const [before, after] = [runs[index], runs[index + 1]];
    return before && after && after.from - before.to >= MIN_SPACE_DISTANCE * pitch;
  });
}

/** The cells of a word's letters: half a pitch on both sides of the middles of the first and the last letter. */
function cellsOf(segment: TextSegment, ink: Gap, pitch: number): Gap {
  const runs = inkRuns(segment).filter(({ from, to }) => from >= ink.from && to <= ink.to);
  const [first = ink, last = ink] = [runs[0], runs.at(-1)];
  return {
    from: letterMiddles(first, pitch).from - pitch / 2,
    to: letterMiddles(last, pitch).to + pitch / 2,
  };
}

/** The minimum width of a gap between words at this position, in line heights. */
function minGap(
  gap: Gap,
  letters: readonly Letter[],
  hasSpace: boolean,
  letterGap: number,
  isBeforeStroke: boolean,
): number {
  const middle = middleOf(gap);
  const before = letters.filter(({ x }) => x < middle).map(({ char }) => char);
  const next = letters.find(({ x }) => x >= middle)?.char ?? "";
  const isNumber = /\d[.,/:-]?$/.test(before.slice(-2).join("")) && /[\d.,/:-]/.test(next) && !isBeforeStroke;
  if (isNumber) return hasSpace ? MIN_NUMBER_SPACE_GAP : MIN_NUMBER_GAP;
  if (/[.,;:)!?]/.test(next)) return MIN_NUMBER_GAP;
  // In type of one width, an apostrophe has wide gaps on both sides.
  const isAtApostrophe = APOSTROPHES.has(next) || APOSTROPHES.has(before.at(-1));
  if (isAtApostrophe && !hasSpace) return MIN_NUMBER_GAP;
  const isAfterComma = /[,;:]$/.test(before.at(-1) ?? "") && /\p{L}/u.test(next);
  return hasSpace || isAfterComma ? MIN_SPACE_GAP : MIN_WORD_GAP + letterGap;
}

/** The ink between the cuts with its letters. Ink without a letter is dropped. */
function splitInk(
  segment: TextSegment,
  cuts: readonly Gap[],
  letters: readonly Letter[],
): { ink: Gap; inkLetters: Letter[] }[] {
  const starts = [segment.left, ...cuts.map(({ to }) => to)];
  return starts.flatMap((from, i) => {
    const [before, after] = [cuts[i - 1], cuts[i]];
    const inkLetters = letters.filter(({ x }) => (!before || x >= middleOf(before)) && (!after || x < middleOf(after)));
    return inkLetters.length === 0 ? [] : [{ ink: { from, to: after?.from ?? segment.right }, inkLetters }];
  });
}

/** The ink between a gap and the next one. */
const inkAfter = (gap: Gap, { gaps, right }: TextSegment): Gap => ({
  from: gap.to,
  to: gaps.find(({ from }) => from >= gap.to)?.from ?? right,
});

const isStroke = ({ from, to }: Gap, height: number): boolean => to - from < MAX_STROKE_WIDTH * height;

const middleOf = ({ from, to }: Gap): number => (from + to) / 2;
