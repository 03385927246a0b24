import { median, overlap, right } from "../boxes.ts";
import { type Line, letterSize, sizeOf } from "../lines.ts";
import type { Word } from "../page-content.ts";
import { type Interval, xInterval, gapsBetween, midpoint } from "../intervals.ts";

/** In letter sizes: the usual minimum gap between columns, and the absolute minimum. */
const USUAL_MIN_GAP = 0.36;
const MIN_GAP = 0.15;
/** The minimum ratio of a column gap to a space: texts that start alike have their spaces below each other. */
const MIN_SPACE_RATIO = 1.35;
/** In letter sizes: the maximum space of proportional and of monospaced fonts. */
const MAX_SPACE = 0.45;
const MAX_MONOSPACE = 0.62;
/** The maximum number of heading lines at the top, which may cross column gaps. */
const MAX_HEADING_LINES = 3;
/** The minimum share of lines that are rows when the others are headings between them. */
const MIN_ROW_SHARE = 0.7;

/** The width of a space in these lines. */
function spaceWidth(lines: readonly Line[], size: number): number {
  const gaps = lines
    .flatMap(({ words }) => gapsBetween(words.map(({ place }) => xInterval(place))))
    .map(({ from, to }) => to - from)
    .filter((gap) => gap > 0.12 * size && gap < 0.75 * size)
    .toSorted((a, b) => a - b);
  const usualGap = gaps[Math.floor(gaps.length / 4)] ?? 0.28 * size;
  return Math.min(usualGap, (isMonospaced(lines) ? MAX_MONOSPACE : MAX_SPACE) * size);
}

/** Whether the font is monospaced. */
export function isMonospaced(lines: readonly Line[]): boolean {
  const widths = lines
    .flatMap(({ words }) => words)
    .filter(({ text }) => text.length > 2)
    .map((word) => word.place.width / word.text.length / sizeOf(word));
  const usualGap = median(widths, 0);
  return usualGap > 0.5 && widths.filter((width) => Math.abs(width - usualGap) < 0.02).length > 0.8 * widths.length;
}

/** The usual minimum gap between columns, given the width of these lines' spaces. */
export function columnGap(lines: readonly Line[]): number {
  const size = letterSize(lines.flatMap(({ words }) => words));
  return Math.max(USUAL_MIN_GAP * size, MIN_SPACE_RATIO * spaceWidth(lines, size));
}

/** The gaps between the columns of these lines, from left to right. Headings at the top and between rows may cross them. */
export function findColumnGaps(lines: readonly Line[], usualGap: number): Interval[] {
  let best: Interval[] = [];
  for (let skipped = 0; skipped <= Math.min(MAX_HEADING_LINES, lines.length - 2); skipped += 1) {
    const gaps = commonGaps(lines.slice(skipped), usualGap);
    if (gaps.length > best.length) best = gaps;
  }
  const rows = lines.filter(({ words }) =>
    gapsBetween(words.map(({ place }) => xInterval(place))).some(({ from, to }) => to - from >= usualGap),
  );
  if (rows.length < 2 || rows.length === lines.length || rows.length < MIN_ROW_SHARE * lines.length) return best;
  const gaps = commonGaps(rows, usualGap);
  return gaps.length > best.length ? gaps : best;
}

/** The gaps that no word crosses: wide ones, and narrow ones before the aligned start of a column. */
function commonGaps(lines: readonly Line[], usualGap: number): Interval[] {
  const words = lines.flatMap((line) => line.words);
  const size = letterSize(words);
  const gaps: Interval[] = [];
  for (const gap of gapsBetween(words.map(({ place }) => xInterval(place)))) {
    const width = gap.to - gap.from;
    const column = { from: gaps.at(-1)?.to ?? -Infinity, to: gap.from };
    if (width >= usualGap || (width >= MIN_GAP * size && startsColumn(gap, column, lines, usualGap))) gaps.push(gap);
  }
  return gaps;
}

/** The maximum distance of aligned word starts in letter sizes, and the minimum share and number of lines with them. */
const MAX_ALIGNMENT_DISTANCE = 0.1;
const MIN_ALIGNED_SHARE = 0.7;
const MIN_ALIGNED_LINES = 3;

/**
 * Whether a column starts at a gap: in most lines with text in the column before, a word starts there, and the gap is mostly as
 * wide as usual.
 */
function startsColumn(gap: Interval, column: Interval, lines: readonly Line[], usualGap: number): boolean {
  const slack = MAX_ALIGNMENT_DISTANCE * letterSize(lines.flatMap(({ words }) => words));
  const gapsHere = lines
    .flatMap(({ words }) => gapAt(words, midpoint(gap)) ?? [])
    .filter(({ from }) => from > column.from && from <= column.to + slack);
  const aligned = gapsHere.filter(({ to }) => to - gap.to < slack).map(({ from, to }) => to - from);
  const isMostly = aligned.length >= MIN_ALIGNED_LINES && aligned.length >= MIN_ALIGNED_SHARE * gapsHere.length;
  return isMostly && aligned.length >= lines.length / 3 && median(aligned, 0) >= usualGap;
}

/** The gap at x between words of a line; undefined when one side has no word. */
function gapAt(words: readonly Word[], x: number): Interval | undefined {
  const left = Math.max(...words.filter(({ place }) => place.x < x).map(({ place }) => right(place)));
  const next = Math.min(...words.filter(({ place }) => place.x >= x).map(({ place }) => place.x));
  return Number.isFinite(left) && Number.isFinite(next) ? { from: left, to: next } : undefined;
}

/** The column edges: the outer ones, and the middle of each gap. */
export const columnEdges = (gaps: readonly Interval[], outer: Interval): number[] => [
  outer.from,
  ...gaps.map(midpoint),
  outer.to,
];

/** The gaps that a line's text crosses, as a heading over several columns does. */
export const crossedGaps = (gaps: readonly Interval[], { words }: Line, usualGap: number): Interval[] =>
  gaps.filter((gap) => {
    const isTouched = words.some(
      ({ place }) => overlap(place.x, right(place), gap.from, gap.to) > 0.1 * Math.min(usualGap, gap.to - gap.from),
    );
    const gapHere = isTouched ? gapAt(words, midpoint(gap)) : undefined;
    return gapHere !== undefined && gapHere.to - gapHere.from < usualGap / MIN_SPACE_RATIO + 0.01 * usualGap;
  });
