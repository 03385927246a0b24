import { type AreaRun, areaRuns } from "@precount/domain";

/** Two sheets of boxes: who walks along the shelves with more paper than that ticks no single numbers any more. */
const MOST_SINGLE = 600;
const BLOCK = 10;

/**
 * What one ticks off on paper, in order. Each area has a box of its own as long as they are few; of many, ten that begin a
 * row of tens and are all missing (`411–420`) have one together.
 */
export function tickBoxes(numbers: readonly number[]): AreaRun[] {
  const block = numbers.length > MOST_SINGLE ? BLOCK : 1;
  return areaRuns(numbers).flatMap(({ from, to }) => {
    const boxes: AreaRun[] = [];
    for (let at = from; at <= to;) {
      const isWhole = at % block === 1 % block && at + block - 1 <= to;
      const end = isWhole ? at + block - 1 : at;
      boxes.push({ from: at, to: end });
      at = end + 1;
    }
    return boxes;
  });
}
