import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { certificateStatements } from "./certificate-document.ts";
import { type CheckCount, certificateFigures, checksNeeded, isSampleComplete } from "./certificate.ts";
import { type CheckOutcome, agrees, fitsCheck, judgeCheck } from "./check.ts";
import {
  describeBound,
  describeIncomplete,
  describeMissing,
  describeMissingRows,
  describeUnits,
  hasCertificate,
  percentAtMost,
} from "./describe-certificate.ts";
import { estimateUnits } from "./estimate-units.ts";
import { PHOTO_STRATUM } from "./strata.ts";

const row = { code: "123456", quantity: "12" };
const counted = (stratum: number, status: CheckCount["status"], count: number, more: Partial<CheckCount> = {}) => ({
  stratum,
  status,
  count,
  isWrong: false,
  isCodeWrong: false,
  isQuantityWrong: false,
  missing: 0,
  ...more,
});
const share = (percent: number) => ({ kind: "share", percent }) as const;
const NO_UNITS = { counted: 0, checked: [], fullestPhoto: 50 };

describe("an answer", () => {
  it.each([
    [{ kind: "values", code: "123456", quantity: "12" }, true],
    [{ kind: "values", code: "123456", quantity: "72" }, false],
    [{ kind: "values", code: "123459", quantity: "12" }, false],
    [{ kind: "no-sticker" }, false],
    [{ kind: "unreadable" }, false],
  ] as const)("%o agrees with the row: %s", (answer, expected) => {
    expect(agrees(row, answer)).toBe(expected);
  });

  it("agrees with a photo if nothing is marked, and fits only its own kind of check", () => {
    expect(agrees(null, { kind: "photo", marks: [] })).toBe(true);
    expect(agrees(null, { kind: "photo", marks: [{ x: 1, y: 2 }] })).toBe(false);
    expect(fitsCheck(null, { kind: "no-sticker" })).toBe(false);
    expect(fitsCheck(row, { kind: "photo", marks: [] })).toBe(false);
    expect(fitsCheck(row, { kind: "unreadable" })).toBe(true);
  });
});

describe("an outcome", () => {
  it.each<[CheckOutcome, object]>([
    [
      { kind: "values", ...row },
      { isWrong: false, unitsDifference: 0 },
    ],
    [
      { kind: "values", code: "123456", quantity: "72" },
      { isWrong: true, isCodeWrong: false, isQuantityWrong: true, unitsDifference: 60 },
    ],
    [
      { kind: "values", code: "123459", quantity: "12" },
      { isWrong: true, isCodeWrong: true, isQuantityWrong: false },
    ],
    [{ kind: "no-sticker" }, { isWrong: true, isCodeWrong: true, isQuantityWrong: true, unitsDifference: -12 }],
  ])("%o is judged as %o", (outcome, expected) => {
    expect(judgeCheck(row, outcome)).toMatchObject(expected);
  });

  it("counts the missing stickers of a photo", () => {
    const missing = [{ x: 1, y: 1, ...row }];
    expect(judgeCheck(null, { kind: "photo", missing })).toMatchObject({ isWrong: true, missing: 1 });
    expect(judgeCheck(null, { kind: "photo", missing: [] })).toMatchObject({ isWrong: false, missing: 0 });
  });
});

describe("a certificate", () => {
  const counts = [
    counted(4, "undrawn", 1700),
    counted(4, "agreed", 298),
    counted(4, "settled", 2, { isWrong: true, isQuantityWrong: true }),
    counted(PHOTO_STRATUM, "undrawn", 45),
    counted(PHOTO_STRATUM, "agreed", 14),
    counted(PHOTO_STRATUM, "settled", 1, { isWrong: true, missing: 2 }),
  ];
  const figures = certificateFigures(share(15), counts, NO_UNITS);

  it("states bounds for rows, codes, quantities and photos", () => {
    expect(figures).toMatchObject({ rows: 2000, plannedRows: 300, checkedRows: 300, open: 0, disputed: 0, toDraw: 0 });
    expect(figures.row).toEqual(figures.quantity);
    expect(figures.code.found).toBe(0);
    expect(figures.code.atMost).toBe(21);
    expect(isSampleComplete(figures)).toBe(true);
    expect(describeBound(figures.code, "codes", figures)).toBe(
      "At most 1.1 % of codes wrong (95 % confidence): 300 of 2,000 rows checked blind, 0 wrong",
    );
    expect(describeMissing(figures)).toContain("15 of 60 photos searched, 2 missing stickers found in 1");
    expect(describeIncomplete(figures)).toBeNull();
  });

  it("bounds the missing rows by the fullest photo", () => {
    // 2 found in one photo; any further photo of the bound may lack as many as the fullest photo has rows.
    const { atMost } = figures.photos;
    expect(atMost).toBeGreaterThan(1);
    expect(figures.missingRows).toEqual({ atMost: 2 + 50 * (atMost - 1), perPhoto: 50 });
    expect(describeMissingRows(figures)).toBe(
      "At most 1,102 rows missing (56 % of the counted ones), if no photo lacks more than 50, the rows of the fullest photo",
    );
    const small = certificateFigures(share(15), counts, { ...NO_UNITS, fullestPhoto: 1 });
    expect(small.missingRows).toEqual({ atMost: 2 * atMost, perPhoto: 2 });
    const disputed = [...counts.slice(0, -1), counted(PHOTO_STRATUM, "disputed", 1)];
    expect(certificateFigures(share(15), disputed, NO_UNITS).missingRows?.atMost).toBe(50 * atMost);
  });

  it("states no percentage of rows above all of them", () => {
    const few = certificateFigures(share(15), [counted(4, "agreed", 3), ...counts.slice(3)], NO_UNITS);
    expect(describeMissingRows(few)).toMatch(/^At most [\d,]+ rows missing, if no photo/);
  });

  it("is not less than the rows that are missing, in any event whose bound of photos holds", () => {
    const lacking = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(lacking, fc.double({ min: 0, max: 1, noNaN: true }), (missing, share) => {
        const checked = missing.slice(0, Math.ceil(missing.length * share));
        const settled = checked.map((one) => counted(PHOTO_STRATUM, "settled", 1, { isWrong: one > 0, missing: one }));
        const undrawn = counted(PHOTO_STRATUM, "undrawn", missing.length - checked.length);
        const sums = { ...NO_UNITS, fullestPhoto: 8 };
        const { photos, missingRows } = certificateFigures({ kind: "share", percent: 5 }, [...settled, undrawn], sums);
        fc.pre(photos.atMost >= missing.filter((one) => one > 0).length);
        expect(missingRows?.atMost).toBeGreaterThanOrEqual(missing.reduce((sum, one) => sum + one, 0));
      }),
    );
  });

  it("says before the first check that nothing is checked, and no bound", () => {
    const counted100 = [counted(4, "open", 100), counted(PHOTO_STRATUM, "open", 5)];
    const started = certificateFigures(share(15), counted100, { ...NO_UNITS, counted: 700 });
    expect(certificateStatements({ figures: started })).toEqual([
      "No row checked yet",
      "No photo searched for missing stickers yet",
      "700 units counted; no row checked yet",
    ]);
    expect(certificateStatements({ figures })).toHaveLength(6);
  });

  it("counts an answer without a third look as wrong, and is not complete with it", () => {
    const disputed = certificateFigures(share(15), [...counts.slice(0, 2), counted(4, "disputed", 2)], NO_UNITS);
    expect(disputed.row.found).toBe(2);
    expect(isSampleComplete(disputed)).toBe(false);
    expect(describeIncomplete(disputed)).toContain("2 waiting for a third look");
  });

  it("is not complete while the plan asks for more rows, and says how many", () => {
    const started = certificateFigures(share(15), [counted(4, "undrawn", 1900), counted(4, "open", 100)], NO_UNITS);
    expect(started).toMatchObject({ open: 100, toDraw: 200 });
    expect(describeIncomplete(started)).toBe("Not certified yet: 300 to check.");
    expect(describeIncomplete(certificateFigures(share(15), [], NO_UNITS))).toContain("No row can be checked yet");
  });

  it("refuses Complete with the number of checks that are needed", () => {
    expect(hasCertificate(null, null).ok).toBe(true);
    expect(hasCertificate(1, null)).toMatchObject({
      ok: false,
      reason: expect.stringContaining("start a blind count"),
    });
    expect(hasCertificate(5, figures).ok).toBe(true);
    const needed = checksNeeded(figures, 2);
    expect(needed).toBeGreaterThan(0);
    expect(hasCertificate(2, figures)).toMatchObject({
      reason: `This event needs a certificate of at most 2 % wrong rows: ${needed} more blind checks are needed.`,
    });
  });
});

describe("the units", () => {
  it("are estimated by the ratio in the checked rows", () => {
    // Cochran 6.11 by hand: ratio 22 / 20; residuals ±1, so the variance is 10 · 8 · 2 / 2.
    const checked = [
      { stratum: 0, counted: 10, actual: 12 },
      { stratum: 0, counted: 10, actual: 10 },
    ];
    const estimate = estimateUnits([10], checked, 100);
    expect(estimate.difference).toBeCloseTo(10, 9);
    expect(estimate.standardError).toBeCloseTo(Math.sqrt(80), 9);
  });

  it("have no difference without checks", () => {
    expect(estimateUnits([10], [], 100)).toEqual({ counted: 100, difference: 0, standardError: 0 });
    const figures = certificateFigures(share(1), [counted(4, "agreed", 5)], { ...NO_UNITS, counted: 60 });
    expect(describeUnits(figures)).toBe("60 units counted; no difference in the checked rows");
  });
});

it.each([
  [0, "0 %"],
  [0.961, "0.97 %"],
  [0.4, "0.4 %"],
  [1.05, "1.1 %"],
  [12.01, "13 %"],
  [99.5, "100 %"],
])("rounds %s up to %s", (percent, text) => {
  expect(percentAtMost(percent)).toBe(text);
});
