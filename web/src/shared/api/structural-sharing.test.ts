import { expect, it } from "vitest";
import { shareStructure } from "./structural-sharing.ts";

it("reuses equal parts of the previous result and only those", () => {
  const doubled = shareStructure((values: number[]) => values.map((value) => ({ value: 2 * value })));
  const first = doubled([1, 2, 3]);
  const second = doubled([1, 5, 3]);
  expect(second).toEqual([{ value: 2 }, { value: 10 }, { value: 6 }]);
  expect([0, 1, 2].map((at) => second[at] === first[at])).toEqual([true, false, true]);
  expect(doubled([1, 5, 3])).toBe(second);
});
