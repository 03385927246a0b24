import { type AreaRun, areaRuns } from "@precount/domain";

/** Two printed pages. A longer list gets one box per ten areas. */
const MAX_SINGLE_BOXES = 600;
const BLOCK = 10;

/**
 * The checkboxes of the printed list, in order. A short list has one box per area. In a long list, ten missing areas that form a
 * complete ten (`411–420`) share a box.
 */
export function tickBoxes(numbers: readonly number[]): AreaRun[] {
  const block = numbers.length > MAX_SINGLE_BOXES ? BLOCK : 1;
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
