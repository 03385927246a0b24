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
    undecided: 0,
    voided: null,
  }));

test("counts accepted and voided areas as accounted for, and photographed ones among those that need a photo", () => {
  const figures = wallFigures(
    areasOf(["approved", "voided", "pending", "rejected", "not_taken", "not_taken", "not_taken"]),
  );
  expect(figures).toMatchObject({
    total: 7,
    accountedFor: 2,
    photographed: 2,
    toPhotographAgain: [{ from: 4, to: 4 }],
    notPhotographed: [{ from: 5, to: 7 }],
  });
});

test("handles events without areas and with voided areas only", () => {
  expect(wallFigures([])).toMatchObject({ total: 0, accountedFor: 0, photographed: 0 });
  expect(wallFigures(areasOf(["voided"]))).toMatchObject({ total: 1, accountedFor: 1, photographed: 0 });
});

test("all areas are accounted for if none is pending or needs a photo", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...AREA_STATUSES), { minLength: 1 }), (statuses) => {
      const { accountedFor, counts, total } = wallFigures(areasOf(statuses));
      expect(accountedFor === total).toBe(counts.pending + counts.not_taken + counts.rejected === 0);
    }),
  );
});
