/** The nearest that two lines of a cut may be, in the unit of the page's places. */
const MIN_DISTANCE = 2;

/** Moves a line, at most up to its neighbors and the edges of the page. */
export function moveLine(lines: readonly number[], index: number, to: number, pageEnd: number): number[] {
  const low = index === 0 ? 0 : (lines[index - 1] ?? 0) + MIN_DISTANCE;
  const high = index === lines.length - 1 ? pageEnd : (lines[index + 1] ?? pageEnd) - MIN_DISTANCE;
  return lines.with(index, Math.max(low, Math.min(high, to)));
}

/** Adds a line in the middle of the widest gap. Returns the lines as they are when there is no space. */
export function addLine(lines: readonly number[]): { lines: readonly number[]; index: number } {
  const widths = lines.slice(1).map((line, at) => line - (lines[at] ?? line));
  const index = widths.indexOf(Math.max(...widths)) + 1;
  const [from, to] = [lines[index - 1] ?? 0, lines[index] ?? 0];
  if (to - from < 2 * MIN_DISTANCE) return { lines, index };
  return { lines: lines.toSpliced(index, 0, (from + to) / 2), index };
}

/** Whether a line is between two cells. The outer edges of a table cannot be removed. */
export const isInner = (lines: readonly number[], index: number): boolean => index > 0 && index < lines.length - 1;

export const removeLine = (lines: readonly number[], index: number): readonly number[] =>
  isInner(lines, index) ? lines.toSpliced(index, 1) : lines;
