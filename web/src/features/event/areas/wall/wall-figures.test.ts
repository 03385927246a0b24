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

test("counts accepted and voided areas as accounted for, and photographed ones among those that need a photo", () => {
  const figures = wallFigures(
    areasOf(["approved", "voided", "pending", "rejected", "not_taken", "not_taken", "not_taken"]),
  );
  expect(figures).toMatchObject({
    total: 7,
    accountedFor: 2,
    accountedForPercent: 28,
    photographedPercent: 33,
    toPhotographAgain: [{ from: 4, to: 4 }],
    notPhotographed: [{ from: 5, to: 7 }],
  });
});

test("handles events without areas and with voided areas only", () => {
  expect(wallFigures([])).toMatchObject({ accountedForPercent: 0, photographedPercent: null });
  expect(wallFigures(areasOf(["voided"]))).toMatchObject({ accountedForPercent: 100, photographedPercent: null });
});

test("100 % means all areas", () => {
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
