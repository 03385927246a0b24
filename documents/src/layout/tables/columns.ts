import { median, overlap, right } from "../boxes.ts";
import { type Line, letterSize } from "../lines.ts";
import type { Word } from "../page-content.ts";
import { type Interval, xInterval, gapsBetween, midpoint } from "../intervals.ts";

/** In letter sizes: the usual minimum gap between columns, and the absolute minimum. */
const USUAL_MIN_GAP = 0.36;
const MIN_GAP = 0.15;
/** The minimum ratio of a column gap to a space: texts that start alike have their spaces below each other. */
const MIN_SPACE_RATIO = 1.35;
/** In letter sizes: the maximum space of proportional fonts. */
const MAX_SPACE = 0.45;
/** The minimum gap between columns in monospaced type, in widths of a letter: one width is a space, two are more. */
const MIN_MONOSPACED_GAP = 1.5;
/** The minimum share of monospaced words in monospaced lines. */
const MIN_MONOSPACED_SHARE = 0.8;
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
  return Math.min(usualGap, MAX_SPACE * size);
}

/** The width of a letter in monospaced lines; undefined for other type. */
export function pitchOf(lines: readonly Line[]): number | undefined {
  const words = lines.flatMap((line) => line.words);
  const pitches = words.flatMap(({ pitch }) => pitch ?? []);
  return pitches.length > 0 && pitches.length >= MIN_MONOSPACED_SHARE * words.length ? median(pitches, 0) : undefined;
}

/** The usual minimum gap between columns, given the width of these lines' spaces. */
export function columnGap(lines: readonly Line[]): number {
  const pitch = pitchOf(lines);
  if (pitch !== undefined) return MIN_MONOSPACED_GAP * pitch;
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

/**
 * The gaps between columns, as `findColumnGaps`, and where many lines show more gaps that only few others cross, such as notes
 * and long labels, those.
 */
export function findUsualGaps(lines: readonly Line[], usualGap: number): Interval[] {
  const gaps = findColumnGaps(lines, usualGap);
  const usual = rarelyCrossedGaps(lines, usualGap).filter((gap) => {
    const beside = lines.filter(({ words }) => isOnBothSides(words, gap));
    return beside.length >= MIN_DIVIDED_SHARE * lines.length;
  });
  return usual.length > gaps.length ? usual : gaps;
}

/** The minimum share of lines with words on both sides of a gap that others cross. */
const MIN_DIVIDED_SHARE = 0.6;
/** The minimum lines of which some may cross a gap, and the share that may. */
const MIN_MANY_LINES = 8;
const MAX_CROSSING_SHARE = 0.12;

/** The gaps that only few lines cross, each narrowed to the part that the fewest cross. */
export function rarelyCrossedGaps(lines: readonly Line[], minWidth: number): Interval[] {
  if (lines.length < MIN_MANY_LINES) return [];
  // A line covers the space between two of its words when it is no wider than a space.
  const covered = lines.flatMap(({ words }) =>
    joinNear(
      words.map(({ place }) => xInterval(place)),
      minWidth,
    ),
  );
  const steps = covered
    .flatMap(({ from, to }) => [
      { x: from, change: 1 },
      { x: to, change: -1 },
    ])
    .toSorted((a, b) => a.x - b.x);
  const most = MAX_CROSSING_SHARE * lines.length;
  const gaps: Interval[] = [];
  let parts: (Interval & { count: number })[] = [];
  let [count, start] = [0, NaN];
  for (const { x, change } of steps) {
    const part = { from: parts.at(-1)?.to ?? start, to: x, count };
    const isFree = count <= most;
    if (isFree && part.to > part.from) parts.push(part);
    count += change;
    if (isFree && count > most) {
      if (x - start >= minWidth) gaps.push(leastCrossed(parts, minWidth));
      parts = [];
    }
    if (!isFree && count <= most) start = x;
  }
  return gaps;
}

/** The neighboring parts of a gap that the fewest lines cross and that are wide enough together. */
function leastCrossed(parts: readonly (Interval & { count: number })[], minWidth: number): Interval {
  const levels = [...new Set(parts.map(({ count }) => count))].toSorted((a, b) => a - b);
  for (const level of levels) {
    const wide = joinTouching(parts.filter(({ count }) => count <= level)).filter(
      ({ from, to }) => to - from >= minWidth,
    );
    const [widest] = wide.toSorted((a, b) => b.to - b.from - (a.to - a.from));
    if (widest) return widest;
  }
  return { from: parts[0]?.from ?? 0, to: parts.at(-1)?.to ?? 0 };
}

const joinTouching = (intervals: readonly Interval[]): Interval[] => joinNear(intervals, 0.01);

function joinNear(intervals: readonly Interval[], maxGap: number): Interval[] {
  const joined: Interval[] = [];
  for (const { from, to } of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from - last.to < maxGap) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

export const isOnBothSides = (words: readonly Word[], { from, to }: Interval): boolean =>
  words.some(({ place }) => right(place) <= from + 0.01) && words.some(({ place }) => place.x >= to - 0.01);

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
