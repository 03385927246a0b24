import * as fc from "fast-check";
import { expect, it } from "vitest";
import { furthestFromOthers, modifiedZ, robustCenter } from "./robust.ts";

const MIN_DEVIATION = 0.3;

/** Each value against all others. */
const furthestByTrying = (values: readonly number[]): number =>
  Math.max(
    ...values.map((value, at) => Math.abs(modifiedZ(value, robustCenter(values.toSpliced(at, 1), MIN_DEVIATION)))),
  );

it("the value furthest from the others is the one that comparing every value finds", () => {
  const value = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 1000 }));
  fc.assert(
    fc.property(fc.array(value, { minLength: 2, maxLength: 25 }), (values) => {
      const found = furthestFromOthers(values, MIN_DEVIATION);
      const most = furthestByTrying(values);
      // Below one deviation, the middle value can be the furthest; no such value is an outlier.
      if (most <= 1) return;
      expect(Math.abs(found?.z ?? 0)).toBeCloseTo(most, 9);
    }),
    { numRuns: 3000 },
  );
});

it("names the first of equally distant values, and none of a single one", () => {
  expect(furthestFromOthers([4, 90, 5, 6, 90], MIN_DEVIATION)?.index).toBe(1);
  expect(furthestFromOthers([7, 7, 7, 1, 7], MIN_DEVIATION)).toMatchObject({
    index: 3,
    z: expect.closeTo(-20) as number,
  });
  expect(furthestFromOthers([7], MIN_DEVIATION)).toBeNull();
});
