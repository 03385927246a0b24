import { expect, test } from "vitest";
import { isHeldOut } from "./held-out.ts";

test("keeps a fifth of the examples for judging, also of consecutive keys", () => {
  const keys = Array.from({ length: 10_000 }, (_, i) => `image-${Math.floor(i / 40)}/${i % 40}`);
  const share = keys.filter(isHeldOut).length / keys.length;
  expect(share).toBeGreaterThan(0.18);
  expect(share).toBeLessThan(0.22);
});

// training/tests/test_fine_tune.py has the same keys and answers.
test("always gives the same answer for an example", () => {
  expect(["a", "b", "c", "d", "e", "f", "g", "h"].map(isHeldOut)).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
    true,
    false,
  ]);
  expect(["image0/result0", "ü/1", "ü/4", "😀/2", "😀/3"].map(isHeldOut)).toEqual([false, false, true, true, false]);
});
