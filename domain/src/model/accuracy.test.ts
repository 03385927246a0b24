import { expect, test } from "vitest";
import { describeAccuracy } from "./accuracy.ts";

test.each([
  [{ stickers: 1250, corrected: 20 }, "98.4 % of 1,250"],
  [{ stickers: 100_000, corrected: 1 }, "99.9 % of 100,000"],
  [{ stickers: 3, corrected: 0 }, "100 % of 3"],
  [{ stickers: 0, corrected: 0 }, null],
])("PD-149 the accuracy of %o", (given, text) => {
  expect(describeAccuracy(given)).toBe(text);
});
