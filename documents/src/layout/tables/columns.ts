import { median, overlap, right } from "../boxes.ts";
import { type Line, letterSize, sizeOf } from "../lines.ts";
import type { Word } from "../marks.ts";
import { type Stretch, acrossOf, gapsBetween, middleOf } from "../stretches.ts";

/** In letter sizes: white between columns is usually no narrower, and nowhere narrower than that. */
const USUAL = 0.36;
const NARROWEST = 0.15;
/** How much wider than a space it usually is: texts that begin alike have their spaces above each other. */
const WIDER_THAN_SPACE = 1.35;
/** In letter sizes: the widest space of letters of their own widths, and of letters that are all equally wide. */
const WIDEST_SPACE = 0.45;
const WIDEST_FIXED_SPACE = 0.62;
/** Lines at the top that may cross the white between columns: headings over several. */
const MOST_HEADING_LINES = 3;
/** Of the lines, so many have something in several columns, where others are headings between. */
const MOST_ROWS = 0.7;

/** How wide a space is in these lines. */
function spaceOf(lines: readonly Line[], size: number): number {
  const gaps = lines
    .flatMap(({ words }) => gapsBetween(words.map(({ place }) => acrossOf(place))))
    .map(({ from, to }) => to - from)
    .filter((gap) => gap > 0.12 * size && gap < 0.75 * size)
    .toSorted((a, b) => a - b);
  const usual = gaps[Math.floor(gaps.length / 4)] ?? 0.28 * size;
  return Math.min(usual, (isFixedWidth(lines) ? WIDEST_FIXED_SPACE : WIDEST_SPACE) * size);
}

/** Whether all letters are equally wide, as a typewriter's. */
function isFixedWidth(lines: readonly Line[]): boolean {
  const widths = lines
    .flatMap(({ words }) => words)
    .filter(({ text }) => text.length > 2)
    .map((word) => word.place.width / word.text.length / sizeOf(word));
  const usual = median(widths, 0);
  return usual > 0.5 && widths.filter((width) => Math.abs(width - usual) < 0.02).length > 0.8 * widths.length;
}

/** How wide white usually is between columns, by how wide these lines' spaces are. */
export function columnGap(lines: readonly Line[]): number {
  const size = letterSize(lines.flatMap(({ words }) => words));
  return Math.max(USUAL * size, WIDER_THAN_SPACE * spaceOf(lines, size));
}

/** The white that parts the columns of these lines, from left to right; headings may cross it, at the top and between. */
export function columnGapsOf(lines: readonly Line[], usual: number): Stretch[] {
  let best: Stretch[] = [];
  for (let skipped = 0; skipped <= Math.min(MOST_HEADING_LINES, lines.length - 2); skipped += 1) {
    const gaps = commonGaps(lines.slice(skipped), usual);
    if (gaps.length > best.length) best = gaps;
  }
  const rows = lines.filter(({ words }) =>
    gapsBetween(words.map(({ place }) => acrossOf(place))).some(({ from, to }) => to - from >= usual),
  );
  if (rows.length < 2 || rows.length === lines.length || rows.length < MOST_ROWS * lines.length) return best;
  const gaps = commonGaps(rows, usual);
  return gaps.length > best.length ? gaps : best;
}

/** White that no word of these lines stands in: wide, or narrow somewhere but with a column beginning right of it. */
function commonGaps(lines: readonly Line[], usual: number): Stretch[] {
  const words = lines.flatMap((line) => line.words);
  const size = letterSize(words);
  const gaps: Stretch[] = [];
  for (const gap of gapsBetween(words.map(({ place }) => acrossOf(place)))) {
    const width = gap.to - gap.from;
    const column = { from: gaps.at(-1)?.to ?? -Infinity, to: gap.from };
    if (width >= usual || (width >= NARROWEST * size && beginsColumn(gap, column, lines, usual))) gaps.push(gap);
  }
  return gaps;
}

/** In letter sizes: so near to each other words begin that are aligned; and how many of the lines must have them. */
const ALIGNED = 0.1;
const MOST_LINES = 0.7;
const FEWEST_LINES = 3;

/** Whether words begin right at some white in most lines that have something in the column before it, and the white is mostly wider. */
function beginsColumn(gap: Stretch, column: Stretch, lines: readonly Line[], usual: number): boolean {
  const slack = ALIGNED * letterSize(lines.flatMap(({ words }) => words));
  const whites = lines
    .flatMap(({ words }) => whiteAt(words, middleOf(gap)) ?? [])
    .filter(({ from }) => from > column.from && from <= column.to + slack);
  const aligned = whites.filter(({ to }) => to - gap.to < slack).map(({ from, to }) => to - from);
  const isMostly = aligned.length >= FEWEST_LINES && aligned.length >= MOST_LINES * whites.length;
  return isMostly && aligned.length >= lines.length / 3 && median(aligned, 0) >= usual;
}

/** The white at x between words of a line; undefined where nothing stands on one side. */
function whiteAt(words: readonly Word[], x: number): Stretch | undefined {
  const left = Math.max(...words.filter(({ place }) => place.x < x).map(({ place }) => right(place)));
  const next = Math.min(...words.filter(({ place }) => place.x >= x).map(({ place }) => place.x));
  return Number.isFinite(left) && Number.isFinite(next) ? { from: left, to: next } : undefined;
}

/** Column edges: the outer ones, and the middle of the white between. */
export const edgesAt = (gaps: readonly Stretch[], outer: Stretch): number[] => [
  outer.from,
  ...gaps.map(middleOf),
  outer.to,
];

/** The white that a line's text goes across: a heading over several columns. */
export const crossed = (gaps: readonly Stretch[], { words }: Line, usual: number): Stretch[] =>
  gaps.filter((gap) => {
    const isIn = words.some(
      ({ place }) => overlap(place.x, right(place), gap.from, gap.to) > 0.1 * Math.min(usual, gap.to - gap.from),
    );
    const white = isIn ? whiteAt(words, middleOf(gap)) : undefined;
    return white !== undefined && white.to - white.from < usual / WIDER_THAN_SPACE + 0.01 * usual;
  });
