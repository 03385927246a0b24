import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Item } from "../item/item.ts";
import { describeFinding, findingSubject } from "./describe-finding.ts";
import { findSlip, similarCodes, slipVariants } from "./digit-slips.ts";
import type { AreaFacts, PairFacts, PhotoFacts } from "./facts.ts";
import { type CountedCode, type RadarEvent, judgeEvent } from "./judge-event.ts";
import { findingKeySchema } from "./finding.ts";
import { isCountComplete } from "./baseline.ts";
import { FINDING_KINDS, type FindingKind } from "./kinds.ts";
import { anscombe, median, modifiedZ, robustCenter } from "./robust.ts";

const codeOf = (n: number): string => String(200_000 + n * 41);

const item = (n: number, given: Partial<Item> = {}): Item => ({
  code: codeOf(n),
  description: null,
  department: "Dairy",
  unitPrice: 2,
  packSize: 1,
  expectedQuantity: 24,
  lastQuantity: 24,
  active: true,
  ...given,
});

const sticker = (n: number, given: Partial<CountedCode> = {}): CountedCode => ({
  code: codeOf(n),
  imageSid: "image0",
  position: n,
  areaNumber: 1,
  areaRank: 0,
  quantity: 24,
  ...given,
});

const area = (number: number, given: Partial<AreaFacts> = {}): AreaFacts => ({
  number,
  isVoided: false,
  isPhotographed: true,
  stickers: 20,
  units: 480,
  hasShelves: true,
  imageSid: `image${number}`,
  previous: null,
  ...given,
});

const PAIR_SID = "pair56789012345678901234";

/** The sticker of item 1 in two photos, in the second one with these readings. */
const pair = (second: Partial<PairFacts["b"]>): PairFacts => ({
  sid: PAIR_SID,
  certainty: 0.97,
  a: sticker(1),
  b: { ...sticker(1, { imageSid: "image1" }), ...second },
});

const CODES = Array.from({ length: 20 }, (_, n) => n);

/** Twenty items of which 24 units are expected, and counted on one sticker each. */
const plausible = (given: Partial<RadarEvent> = {}): RadarEvent => ({
  items: new Map(CODES.map((n) => [codeOf(n), item(n)])),
  stickers: CODES.map((n) => sticker(n)),
  areas: [],
  images: [],
  isComplete: true,
  previous: null,
  ...given,
});

const withItem = (n: number, given: Partial<Item>): RadarEvent["items"] =>
  new Map(CODES.map((at) => [codeOf(at), item(at, at === n ? given : {})]));
const withSticker = (n: number, given: Partial<CountedCode>): CountedCode[] =>
  CODES.map((at) => sticker(at, at === n ? given : {}));
const found = (event: RadarEvent) => judgeEvent(event).findings;

const image = (given: Partial<PhotoFacts>): PhotoFacts => ({
  imageSid: "i",
  areaNumber: 3,
  stickers: 0,
  shelves: 4,
  ...given,
});

/** 777 units counted and 110 expected. */
const farOff = (lastQuantity: number) =>
  plausible({
    stickers: withSticker(3, { quantity: 777 }),
    items: withItem(3, { expectedQuantity: 110, lastQuantity }),
  });

describe("the findings of an event", () => {
  it("are none in a plausible count", () => {
    expect(found(plausible())).toEqual([]);
  });

  const cases: [
    title: string,
    event: RadarEvent,
    expected: { kind: FindingKind; details?: object; [field: string]: unknown },
  ][] = [
    [
      "an unlisted code with the listed one that it may be",
      plausible({ stickers: withSticker(3, { code: "290123" }), items: withItem(3, { code: "200123" }) }),
      { kind: "unknownCode", code: "290123", units: 24, money: null },
    ],
    [
      "an inactive code",
      plausible({ items: withItem(3, { active: false }) }),
      { kind: "inactiveCode", units: 24, money: 48 },
    ],
    [
      "a zero too many",
      plausible({ stickers: withSticker(3, { quantity: 240 }) }),
      { kind: "digitSlip", units: 216, details: { suggestedQuantity: 24, slip: "tenfold" } },
    ],
    [
      "swapped digits",
      plausible({
        stickers: withSticker(3, { quantity: 91 }),
        items: withItem(3, { expectedQuantity: 19, lastQuantity: 20 }),
      }),
      { kind: "digitSlip", units: 72, details: { suggestedQuantity: 19, slip: "transposed" } },
    ],
    [
      "a total far from expected",
      plausible({
        stickers: withSticker(3, { quantity: 777 }),
        items: withItem(3, { expectedQuantity: 110, lastQuantity: 100 }),
      }),
      { kind: "farFromExpected", units: 667, details: { counted: 777, expected: 110, last: 100 } },
    ],
    [
      "a total far from the last count",
      plausible({
        stickers: withSticker(3, { quantity: 888 }),
        items: withItem(3, { expectedQuantity: null, lastQuantity: 93 }),
      }),
      { kind: "farFromLastCount", units: 795 },
    ],
    [
      "an item without a sticker",
      plausible({ stickers: withSticker(3, { code: codeOf(4) }) }),
      { kind: "notCounted", units: -24 },
    ],
    [
      "a sticker unlike the others of its code",
      plausible({
        items: null,
        stickers: [10, 12, 11, 9, 900].map((quantity, position) => sticker(1, { quantity, position })),
      }),
      { kind: "farFromOthers", units: 889, details: { quantity: 900, stickers: 5 } },
    ],
    [
      "a code in distant areas",
      plausible({
        stickers: [
          ...CODES.slice(1).map((n) => sticker(n)),
          ...[0, 1, 2].map((at) => sticker(0, { position: 100 + at, areaRank: at, areaNumber: at + 1, quantity: 8 })),
          sticker(0, { position: 103, areaRank: 40, areaNumber: 41, quantity: 55 }),
        ],
        areas: Array.from({ length: 60 }, (_, n) => area(n + 1)),
      }),
      { kind: "distantAreas", units: 55, areaNumber: 41, details: { mainAreas: [1, 2, 3], distantAreas: [41] } },
    ],
    [
      "shelves without stickers",
      plausible({ images: [image({})] }),
      { kind: "noStickers", areaNumber: 3, imageSid: "i" },
    ],
    [
      "an area with far fewer stickers than its neighbors",
      plausible({
        areas: Array.from({ length: 12 }, (_, n) => area(n + 1, n === 5 ? { stickers: 2, units: 48 } : {})),
      }),
      { kind: "unusualArea", areaNumber: 6, details: { stickers: 2, typical: 20, isLastCount: false } },
    ],
    [
      "an area with far more stickers than at the last count",
      plausible({ areas: [area(1, { stickers: 80, previous: { stickers: 20, units: 480 } })] }),
      { kind: "unusualArea", areaNumber: 1, details: { stickers: 80, typical: 20, isLastCount: true } },
    ],
    [
      "a voided area that had stock",
      plausible({ areas: [area(9, { isVoided: true, isPhotographed: false, previous: { stickers: 3, units: 70 } })] }),
      { kind: "voidedArea", areaNumber: 9, units: -70 },
    ],
    [
      "a sticker that two photos show",
      plausible({ pairs: [pair({ quantity: 24 })] }),
      { kind: "stickerInTwoPhotos", key: `stickerInTwoPhotos:${PAIR_SID}`, code: codeOf(1), units: 24, money: 48 },
    ],
    [
      "a sticker that was read differently in two photos",
      plausible({ pairs: [pair({ quantity: 21 })] }),
      { kind: "stickerInTwoPhotos", units: 21, details: { quantity: 24, otherQuantity: 21 } },
    ],
  ];
  it.each(cases)("name %s", (_title, event, expected) => {
    const finding = found(event).find(({ kind }) => kind === expected.kind);
    expect(finding).toMatchObject(expected);
    expect(finding && describeFinding(finding)).toMatch(/^[A-Z\d].*\.$/);
    expect(finding && findingSubject(finding)).not.toBe("");
  });

  it("cover every kind of finding with a test", () => {
    expect(new Set(cases.map(([, , expected]) => expected.kind))).toEqual(new Set(Object.keys(FINDING_KINDS)));
  });

  it("name the listed code of which units are missing", () => {
    const stickers = withSticker(3, { code: "200124" });
    const finding = found(plausible({ stickers })).find(({ kind }) => kind === "unknownCode");
    expect(finding?.details.similarCode).toBe(codeOf(3));
    expect(describeFinding(finding!)).toContain("Perhaps it is 200123");
  });

  it("have no low counts before every area has a photo", () => {
    const event = plausible({ stickers: withSticker(3, { code: codeOf(4), quantity: 2 }), isComplete: false });
    expect(found(event)).toEqual([]);
    expect(isCountComplete([], { images: 0, unread: 0 })).toBe(false);
    expect(isCountComplete([{ isVoided: false, isPhotographed: false }], { images: 1, unread: 0 })).toBe(false);
    expect(isCountComplete([{ isVoided: true, isPhotographed: false }], { images: 1, unread: 0 })).toBe(true);
    expect(isCountComplete([], { images: 1, unread: 1 })).toBe(false);
  });

  it("are less likely where the last count contradicts the expected quantity", () => {
    expect(found(farOff(770))[0]?.likelihood).toBeLessThan(found(farOff(105))[0]?.likelihood ?? 0);
  });

  const quantities = fc.array(fc.integer({ min: 0, max: 9999 }), { minLength: 20, maxLength: 20 });
  const drawn = fc
    .record({ counted: quantities, expected: quantities, hasPrices: fc.boolean() })
    .map(({ counted, expected, hasPrices }): RadarEvent =>
      plausible({
        items: new Map(
          CODES.map((n) => [
            codeOf(n),
            item(n, { expectedQuantity: expected[n] ?? 0, unitPrice: hasPrices ? n + 1 : null }),
          ]),
        ),
        stickers: CODES.map((n) => sticker(n, { quantity: counted[n] ?? 0 })),
      }),
    );

  it("have distinct valid keys, at most one finding for each code, and descending impact", () => {
    fc.assert(
      fc.property(drawn, (event) => {
        const findings = found(event);
        expect(new Set(findings.map(({ key }) => key)).size).toBe(findings.length);
        expect(new Set(findings.map(({ code }) => code)).size).toBe(findings.length);
        const impacts = findings.map(({ impact }) => impact);
        expect(impacts).toEqual(impacts.toSorted((a, b) => b - a));
        for (const { key, likelihood, units, money } of findings) {
          expect(findingKeySchema.safeParse(key).success).toBe(true);
          expect(likelihood).toBeGreaterThan(0);
          expect(likelihood).toBeLessThan(1);
          expect(Math.sign(units) * Math.sign(money ?? units)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it("do not depend on the order of stickers and items", () => {
    fc.assert(
      fc.property(drawn, (event) => {
        const reversed = {
          ...event,
          items: new Map([...(event.items ?? [])].toReversed()),
          stickers: event.stickers.toReversed(),
        };
        expect(found(reversed)).toEqual(found(event));
      }),
    );
  });
});

describe("digit slips", () => {
  it.each([
    [240, 240, 24, { slip: "tenfold", quantity: 24 }],
    [3, 3, 30, { slip: "tenfold", quantity: 30 }],
    [72, 72, 27, { slip: "transposed", quantity: 27 }],
    [12, 12, 175, { slip: "dropped", quantity: 172 }],
    [4136, 4136, 136, { slip: "extra", quantity: 136 }],
    [71, 71, 31, { slip: "misread", quantity: 31 }],
    // One of two stickers is wrong.
    [240, 264, 48, { slip: "tenfold", quantity: 24 }],
    [24, 24, 24_000, null],
    [77, 77, 23, null],
  ])("of %i in a total of %i against %i", (quantity, total, reference, expected) => {
    expect(findSlip(quantity, total, reference)).toEqual(expected);
  });

  it("are symmetric: each slip can be taken back by a slip", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }).map(String), (digits) => {
        for (const value of slipVariants(digits).keys()) expect([...slipVariants(value).keys()]).toContain(digits);
      }),
      { numRuns: 20 },
    );
  });

  it("keep the length of codes", () => {
    const codes = similarCodes("012345");
    expect(codes).toContain("102345");
    expect(codes).toContain("912345");
    expect(codes.every((code) => /^\d{6}$/.test(code) && code !== "012345")).toBe(true);
  });
});

describe("robust statistics", () => {
  const values = fc.array(fc.double({ min: -1000, max: 1000, noNaN: true }), { minLength: 1, maxLength: 30 });

  it("ignore fewer than half of the values", () => {
    expect(median([1, 2, 3, 1_000_000, 2_000_000])).toBe(3);
    expect(median([1, 2])).toBe(1.5);
    expect(median([])).toBe(0);
    const center = robustCenter([9, 10, 10, 11, 500], 0.1);
    expect(center).toEqual({ median: 10, deviation: 1.4826 });
    expect(modifiedZ(500, center)).toBeGreaterThan(300);
    expect(robustCenter([5, 5, 5], 0.1).deviation).toBe(0.1);
  });

  it("move with the values", () => {
    fc.assert(
      fc.property(values, fc.integer({ min: -50, max: 50 }), (given, shift) => {
        const [center, shifted] = [
          robustCenter(given, 0.001),
          robustCenter(
            given.map((value) => value + shift),
            0.001,
          ),
        ];
        expect(shifted.median).toBeCloseTo(center.median + shift, 6);
        expect(shifted.deviation).toBeCloseTo(center.deviation, 6);
      }),
    );
  });

  it("give counts a deviation of about 1", () => {
    expect(anscombe(110) - anscombe(100)).toBeCloseTo(0.97, 1);
    expect(anscombe(12) - anscombe(9)).toBeCloseTo(0.91, 1);
  });
});
