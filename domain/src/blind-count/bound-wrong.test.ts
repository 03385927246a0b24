import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lnGamma } from "../common/ln-gamma.ts";
import { BOUND_TABLE } from "../testing/bound-table.ts";
import { type StratumSample, boundWrong } from "./bound-wrong.ts";

const stratum: fc.Arbitrary<StratumSample> = fc
  .record({ size: fc.integer({ min: 1, max: 200 }), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .chain(({ size, share }) => {
    const checked = Math.round(size * share);
    return fc.record({
      size: fc.constant(size),
      checked: fc.constant(checked),
      wrong: fc.integer({ min: 0, max: Math.min(checked, 5) }),
    });
  });
const strata = fc.array(stratum, { minLength: 1, maxLength: 6 });
const total = (all: readonly StratumSample[], value: (one: StratumSample) => number): number =>
  all.reduce((sum, one) => sum + value(one), 0);

describe("the bound of wrong rows", () => {
  it.each(BOUND_TABLE)("equals SciPy's for $strata", ({ strata: given, bound }) => {
    expect(boundWrong(given)).toBe(bound);
  });

  it.each(BOUND_TABLE.filter(({ exact }) => exact !== null))(
    "is not below the exact bound of a sample of fixed size for $strata",
    ({ strata: given, exact }) => {
      expect(boundWrong(given)).toBeGreaterThanOrEqual(exact ?? 0);
    },
  );

  it("lies between the found wrong rows and all rows that are not known to be right", () => {
    fc.assert(
      fc.property(strata, (given) => {
        const bound = boundWrong(given);
        expect(bound).toBeGreaterThanOrEqual(total(given, ({ wrong }) => wrong));
        expect(bound).toBeLessThanOrEqual(total(given, ({ size, checked, wrong }) => size - checked + wrong));
      }),
    );
  });

  it("does not grow when one more row is right, and is the number of found ones when every row is checked", () => {
    fc.assert(
      fc.property(strata, fc.nat(5), (given, at) => {
        const more = given.map((one, index) =>
          index === at % given.length && one.checked < one.size ? { ...one, checked: one.checked + 1 } : one,
        );
        expect(boundWrong(more)).toBeLessThanOrEqual(boundWrong(given));
        const all = given.map((one) => ({ ...one, checked: one.size }));
        expect(boundWrong(all)).toBe(total(all, ({ wrong }) => wrong));
      }),
    );
  });

  it("does not depend on the order of the strata", () => {
    fc.assert(
      fc.property(strata, (given) => {
        expect(boundWrong(given.toReversed())).toBe(boundWrong(given));
      }),
    );
  });
});

it("computes ln Γ as the product of whole numbers", () => {
  let product = 0;
  for (let n = 1; n <= 170; n += 1) {
    expect(lnGamma(n)).toBeCloseTo(product, 10);
    product += Math.log(n);
  }
  expect(lnGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 12);
});
