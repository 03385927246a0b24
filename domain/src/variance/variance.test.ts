import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { applyPatches } from "../detection/patches.ts";
import { makePatch } from "../detection/patch.ts";
import { countedStickers } from "./counted-sticker.ts";
import { countingPhotos } from "./counting-photos.ts";
import { compareResults, recountPhotos, recountReasonSchema, recountState } from "./recount.ts";
import { countedShare, differenceOf } from "./variance.ts";
import { recheckWorth } from "./worth.ts";
import { shelf, sticker } from "../testing/factories.ts";

describe("PD-96 the difference of a code", () => {
  test.each([
    [{ counted: 12, expected: 10 }, 2.5, { difference: 2, value: 5, percent: 20 }],
    [{ counted: 0, expected: 7 }, 0.1, { difference: -7, value: -0.7, percent: -100 }],
    [{ counted: 3, expected: 0 }, 1, { difference: 3, value: 3, percent: null }],
    [{ counted: 3, expected: -2 }, 1, { difference: 5, value: 5, percent: null }],
    [{ counted: 3, expected: null }, 1, { difference: null, value: null, percent: null }],
    [{ counted: 3, expected: 1 }, null, { difference: 2, value: null, percent: 200 }],
  ])("%j at price %j", (counts, price, expected) => {
    expect(differenceOf(counts, price)).toEqual(expected);
  });

  it("rounds the share of counted codes down, so that 100 means all", () => {
    expect(countedShare({ codes: { expected: 1000, counted: 999, notCounted: 1 } })).toBe(99);
    expect(countedShare({ codes: { expected: 0, counted: 0, notCounted: 0 } })).toBeNull();
  });
});

it("counts each sticker that is not discarded, and a quantity that is no number as 0", () => {
  const predictions = [
    shelf(),
    sticker({ code: "000123", quantity: "12" }),
    sticker(),
    sticker({ code: "", quantity: "1?" }),
  ];
  const results = applyPatches(predictions, [makePatch.discard(2)]);
  expect(countedStickers(results)).toEqual([
    [1, "000123", 12],
    [3, "", 0],
  ]);
});

const photo = (sid: string, areaSid: string | null, more: object = {}) => ({
  sid,
  areaSid,
  status: "pending" as const,
  createdAt: "2026-11-23T05:00:00Z",
  countsToo: null,
  isAreaVoided: false,
  ...more,
});

const sidsOf = (photos: readonly { sid: string }[]) => photos.map(({ sid }) => sid);

it("counts the current photo of an area that is not voided, those that count too, and photos without an area", () => {
  const photos = [
    photo("old", "1"),
    photo("new", "1", { createdAt: "2026-11-23T06:00:00Z" }),
    photo("part", "1", { countsToo: true }),
    photo("excluded", "1", { countsToo: false }),
    photo("rejected", "2", { status: "rejected" }),
    photo("voided", "3", { isAreaVoided: true }),
    photo("none", null),
    photo("noneRejected", null, { status: "rejected" }),
  ];
  expect(countingPhotos(photos).map(({ sid }) => sid)).toEqual(["new", "part", "none"]);
});

describe("PD-97 recheck and recount", () => {
  it("is never worth more than the code's difference, and the stickers of a shortage share it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1 }),
        fc.integer({ min: 0, max: 5000 }),
        (all, expected) => {
          const counted = all.reduce((sum, units) => sum + units, 0);
          const difference = counted - expected;
          const worth = all.map((units) => recheckWorth(units, difference, counted));
          expect(Math.max(...worth)).toBeLessThanOrEqual(Math.abs(difference) + 1e-9);
          expect(Math.min(...worth)).toBeGreaterThanOrEqual(0);
          const sum = worth.reduce((total, one) => total + one, 0);
          const isShared = difference < 0 && counted > 0;
          expect(isShared ? sum : -difference).toBeCloseTo(-difference, 6);
        },
      ),
    );
  });

  test.each([
    [["rejected"], [], "waiting"],
    [["approved"], [], "canceled"],
    [["rejected"], ["uploaded"], "review"],
    [["rejected"], ["approved", "pending"], "review"],
    [["rejected"], ["approved"], "done"],
  ] as const)("first %j, second %j: %s", (first, second, state) => {
    expect(recountState(first, second, { isVoided: false })).toBe(state);
    expect(recountState(first, second, { isVoided: true })).toBe("voided");
  });

  it("takes the photos that counted before the request, and the later ones that count now", () => {
    const request = { areaSid: "1", imageSids: ["old", "oldPart", "oldCopy"], createdAt: "2026-11-23T07:00:00Z" };
    const rejected = { status: "rejected" as const };
    const before = [
      photo("old", "1", { ...rejected, createdAt: "2026-11-23T06:00:00Z" }),
      photo("oldPart", "1", { ...rejected, countsToo: true }),
      photo("oldCopy", "1", { ...rejected, countsToo: false }),
    ];
    const [at, later] = ["2026-11-23T08:00:00Z", "2026-11-23T09:00:00Z"];
    const after = [
      photo("new", "1", { createdAt: later }),
      photo("part", "1", { createdAt: at, countsToo: true }),
      photo("copy", "1", { createdAt: at, countsToo: false }),
      photo("undecided", "1", { createdAt: at }),
      photo("useless", "1", { ...rejected, createdAt: at }),
      photo("elsewhere", "2", { createdAt: at }),
    ];
    const counted = recountPhotos(request, [...before, ...after]);
    expect([sidsOf(counted.first), sidsOf(counted.second)]).toEqual([
      ["old", "oldPart"],
      ["new", "part"],
    ]);
    // The first photo was recovered, and a user decided that the new one does not count.
    const recovered = [photo("old", "1"), photo("new", "1", { createdAt: later, countsToo: false })];
    expect(sidsOf(recountPhotos(request, recovered).second)).toEqual([]);
    const voided = { isAreaVoided: true };
    const ofVoidedArea = [
      photo("old", "1", { ...rejected, ...voided }),
      photo("new", "1", { createdAt: later, ...voided }),
    ];
    expect(sidsOf(recountPhotos(request, ofVoidedArea).first)).toEqual(["old"]);
    expect(sidsOf(recountPhotos(request, ofVoidedArea).second)).toEqual([]);
  });

  it("compares two results code by code, the largest difference first", () => {
    const first = [
      { code: "1", units: 4 },
      { code: "1", units: 6 },
      { code: "2", units: 3 },
    ];
    const second = [
      { code: "1", units: 10 },
      { code: "3", units: 5 },
    ];
    expect(compareResults(first, second)).toEqual([
      { code: "3", first: 0, second: 5, difference: 5 },
      { code: "2", first: 3, second: 0, difference: -3 },
      { code: "1", first: 10, second: 10, difference: 0 },
    ]);
  });

  it("needs a reason", () => {
    expect(recountReasonSchema.safeParse("  ").success).toBe(false);
    expect(recountReasonSchema.parse(" Tea is short ")).toBe("Tea is short");
  });
});
