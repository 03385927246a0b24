import { median } from "../boxes.ts";
import { type Line, letterSize } from "../lines.ts";
import { type Stretch, acrossOf, atLeast, gapsBetween, middleOf, without } from "../stretches.ts";

/** In letter sizes: no white between columns is narrower. */
const NARROWEST = 0.45;
/** How much wider than a space it must be: texts that begin alike have their spaces above each other. */
const WIDER_THAN_SPACE = 1.35;
/** Lines at the top that may cross the white between columns: headings over several. */
const MOST_HEADING_LINES = 3;

/** How wide white must be to part columns, by how wide these lines' spaces are. */
export function columnGap(lines: readonly Line[]): number {
  const size = letterSize(lines.flatMap(({ words }) => words));
  const gaps = lines
    .flatMap(({ words }) => gapsBetween(words.map(({ place }) => acrossOf(place))))
    .map(({ from, to }) => to - from)
    .filter((gap) => gap > 0.12 * size && gap < 0.75 * size);
  return Math.max(NARROWEST * size, WIDER_THAN_SPACE * median(gaps, 0.28 * size));
}

/** The white that parts the columns of these lines, from left to right; headings at the top may cross it. */
export function columnGapsOf(lines: readonly Line[], narrowest: number): Stretch[] {
  let best: Stretch[] = [];
  for (let skipped = 0; skipped <= Math.min(MOST_HEADING_LINES, lines.length - 2); skipped += 1) {
    const gaps = commonGaps(lines.slice(skipped), narrowest);
    if (gaps.length > best.length) best = gaps;
  }
  return best;
}

/** White that no word of these lines stands in. */
function commonGaps(lines: readonly Line[], narrowest: number): Stretch[] {
  const words = lines.flatMap((line) => line.words);
  return atLeast(gapsBetween(words.map(({ place }) => acrossOf(place))), narrowest);
}

/** Column edges: the outer ones, and the middle of the white between. */
export const edgesAt = (gaps: readonly Stretch[], outer: Stretch): number[] => [
  outer.from,
  ...gaps.map(middleOf),
  outer.to,
];

/** Gaps as a line with its own words leaves them; a gap that a heading crosses is gone. */
export const crossed = (gaps: readonly Stretch[], line: Line, narrowest: number): Stretch[] =>
  gaps.filter(
    (gap) =>
      atLeast(
        without(
          [gap],
          line.words.map(({ place }) => acrossOf(place)),
        ),
        narrowest,
      ).length === 0,
  );
