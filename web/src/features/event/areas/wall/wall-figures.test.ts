import { AREA_STATUSES, type Area, type AreaStatus } from "@precount/domain";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { wallFigures } from "./wall-figures.ts";

const areasOf = (statuses: readonly AreaStatus[]): Area[] =>
  statuses.map((status, at) => ({
    id: at,
    sid: `a${String(at).padStart(23, "0")}`,
    name: String(at + 1),
    status,
    imageSid: null,
    photos: 0,
    voided: null,
  }));

test("accounted for is accepted and voided; photographed is of those that need it", () => {
  const figures = wallFigures(
    areasOf(["approved", "voided", "pending", "rejected", "not_taken", "not_taken", "not_taken"]),
  );
  expect(figures).toMatchObject({
    total: 7,
    accountedFor: 2,
    accountedForPercent: 28,
    photographedPercent: 33,
    toPhotographAgain: [{ from: 4, to: 4 }],
    untouched: [{ from: 5, to: 7 }],
  });
});

test("without areas, and where all are voided, nothing is divided by zero", () => {
  expect(wallFigures([])).toMatchObject({ accountedForPercent: 0, photographedPercent: null });
  expect(wallFigures(areasOf(["voided"]))).toMatchObject({ accountedForPercent: 100, photographedPercent: null });
});

test("100 % is all of them, never almost", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...AREA_STATUSES), { minLength: 1 }), (statuses) => {
      const { accountedForPercent, photographedPercent, counts, total } = wallFigures(areasOf(statuses));
      expect(accountedForPercent === 100).toBe(counts.approved + counts.voided === total);
      expect(photographedPercent === 100).toBe(
        counts.voided < total && counts.not_taken === 0 && counts.rejected === 0,
      );
    }),
  );
});
