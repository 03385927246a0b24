import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makePatch } from "../detection/patch.ts";
import { applyPatches } from "../detection/patches.ts";
import { result as toResult, sticker } from "../testing/factories.ts";
import type { Result } from "../detection/result.ts";
import { boundWrong } from "./bound-wrong.ts";
import { mayAnswer, maySettle } from "./can.ts";
import { drawSample, photoSampleSize, plannedSizes, sampleSizes, samplingRuleSchema } from "./sampling-plan.ts";
import { ROW_STRATA, rowStratum, weightOf } from "./strata.ts";

const sizes = fc.array(fc.nat(3000), { minLength: ROW_STRATA.length, maxLength: ROW_STRATA.length });
const unchecked = (all: readonly number[]) => all.map((size) => ({ size, checked: 0, wrong: 0 }));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe("the sampling plan", () => {
  it("draws from every stratum, more of the doubtful and edited ones, and never more than there are", () => {
    fc.assert(
      fc.property(sizes, fc.double({ min: 0, max: 1, noNaN: true }), (given, rate) => {
        const planned = sampleSizes(given, rate);
        for (const [at, size] of given.entries()) {
          expect(planned[at]).toBeLessThanOrEqual(size);
          expect(planned[at]).toBeGreaterThanOrEqual(Math.min(size, 3));
        }
      }),
    );
    const [lowModel = 0, lowEdited = 0, , , highModel = 0] = sampleSizes([1000, 1000, 1000, 1000, 1000, 1000], 0.1);
    expect([highModel, lowModel, lowEdited]).toEqual([100, 200, 300]);
  });

  it("draws the share, or until the bound without more errors is low enough", () => {
    fc.assert(
      fc.property(sizes, fc.double({ min: 0.5, max: 20, noNaN: true }), (given, percent) => {
        const rows = sum(given);
        expect(sum(plannedSizes({ kind: "share", percent }, unchecked(given)))).toBeGreaterThanOrEqual(
          (rows * percent) / 100,
        );
        const until = plannedSizes({ kind: "until", percent }, unchecked(given));
        const checked = given.map((size, at) => ({ size, checked: until[at] ?? 0, wrong: 0 }));
        expect(boundWrong(checked)).toBeLessThanOrEqual((rows * percent) / 100);
      }),
      { numRuns: 30 },
    );
  });

  it("asks for more checks after an error", () => {
    const rule = { kind: "until", percent: 1 } as const;
    const before = sum(plannedSizes(rule, [{ size: 10_000, checked: 100, wrong: 0 }]));
    const after = sum(plannedSizes(rule, [{ size: 10_000, checked: 100, wrong: 1 }]));
    expect(after).toBeGreaterThan(before);
  });

  it("draws the same units for the same keys, in any order, and a larger sample contains a smaller one", () => {
    const units = fc.uniqueArray(fc.record({ stratum: fc.nat(5), key: fc.nat(1_000_000) }), {
      selector: ({ key }) => key,
      maxLength: 60,
    });
    fc.assert(
      fc.property(units, fc.nat(8), (given, size) => {
        const sample = new Set(drawSample(given, Array.from<number>({ length: 6 }).fill(size)));
        const again = new Set(drawSample(given.toReversed(), Array.from<number>({ length: 6 }).fill(size)));
        expect(again).toEqual(sample);
        const larger = new Set(drawSample(given, Array.from<number>({ length: 6 }).fill(size + 1)));
        expect([...sample].every((unit) => larger.has(unit))).toBe(true);
      }),
    );
  });

  it("draws photos as often as rows, at least five", () => {
    expect(photoSampleSize(500, { size: 10_000, drawn: 400 })).toBe(20);
    expect(photoSampleSize(500, { size: 10_000, drawn: 10 })).toBe(5);
    expect(photoSampleSize(3, { size: 100, drawn: 1 })).toBe(3);
  });

  it.each([
    ["no percentage", { kind: "share", percent: 0 }],
    ["more than all", { kind: "until", percent: 101 }],
    ["another rule", { kind: "some", percent: 5 }],
  ])("rejects a rule with %s", (_, rule) => {
    expect(samplingRuleSchema.safeParse(rule).success).toBe(false);
  });
});

const makeResult = (given: Partial<Result> = {}): Result => ({ ...toResult(sticker()), ...given });

const stratumOf = (result: Result) => ROW_STRATA[rowStratum(result)];

const read = (confidence: number) => ({
  code: { value: "123456", pattern: "^\\d{6}$", confidence },
  quantity: { value: "7", pattern: "^[1-9]\\d{0,5}$", confidence: 0.99 },
});

describe("the stratum of a row", () => {
  it.each([
    [0.99, "high"],
    [0.95, "high"],
    [0.94, "medium"],
    [0.69, "low"],
  ])("with the confidence %s is %s", (confidence, band) => {
    const result = makeResult({ ...read(confidence), original: { ...makeResult(), ...read(confidence) } });
    expect(stratumOf(result)).toEqual({ isHandwritten: false, band, isEdited: false });
  });

  it("keeps the model's confidence when a person types another value, and is low when a person drew it", () => {
    const original = { ...makeResult(), ...read(0.99) };
    const typed = makeResult({ ...read(0.99), code: { value: "654321", pattern: "^\\d{6}$" }, original });
    expect(stratumOf(typed)).toEqual({ isHandwritten: false, band: "high", isEdited: true });
    expect(stratumOf(makeResult({ ...read(0.99), original: null }))).toEqual({
      isHandwritten: false,
      band: "low",
      isEdited: true,
    });
  });

  it.each([
    ["print", false],
    ["mixed", true],
    ["hand", true],
    [undefined, false],
  ] as const)("that a model read as %s is handwritten: %s", (writing, isHandwritten) => {
    const [asRead, typed] = [[], [makePatch.quantity(0, "8")]].map((patches) =>
      stratumOf(applyPatches([{ ...sticker(), ...(writing && { writing }) }], patches)[0]!),
    );
    expect(asRead).toMatchObject({ isHandwritten, isEdited: false });
    expect(typed).toMatchObject({ isHandwritten, isEdited: true });
    const stratum = { band: "high", isEdited: false } as const;
    expect(weightOf({ ...stratum, isHandwritten: true })).toBeGreaterThan(
      weightOf({ ...stratum, isHandwritten: false }),
    );
  });
});

it("lets no person check their own work or decide about their own answer", () => {
  const people = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 4 });
  fc.assert(
    fc.property(people, fc.constantFrom("a", "b", "c", "d"), (excluded, person) => {
      expect(mayAnswer({ excluded, answeredBy: null }, person).ok).toBe(!excluded.includes(person));
      expect(maySettle({ excluded, answeredBy: excluded[0] ?? null }, person).ok).toBe(excluded[0] !== person);
    }),
  );
});
