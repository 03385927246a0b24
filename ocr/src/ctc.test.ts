import { expect, test } from "vitest";
import { decodeCtc, textOf } from "./ctc.ts";

/** Time steps of three classes, in each of which the class of `path` has probability 0.9. */
function steps(path: readonly number[]) {
  const data = new Float32Array(path.length * 3);
  path.forEach((best, t) => (data[t * 3 + best] = 0.9));
  return { data, offset: 0, count: path.length, size: 3 };
}

test("drops repeats and blanks, and keeps a repeated character if a blank separates the two", () => {
  const input = steps([1, 1, 0, 1, 2, 0]);
  expect(textOf(decodeCtc(input, ["", "7", "8"]))).toBe("778");
  expect(textOf(decodeCtc(input, ["", "7", "8"], [2]))).toBe("8");
});

test("reads a plain and a full-width digit in adjacent steps as one character", () => {
  expect(textOf(decodeCtc(steps([1, 2, 0, 2]), ["", "7", "7"]))).toBe("77");
});
