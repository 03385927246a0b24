import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_ALTERNATIVES, offeredAlternatives } from "./alternatives.ts";
import { compareDoubt, readingDoubt, resultDoubt } from "./doubt.ts";
import { applyPatches } from "./patches.ts";
import { makePatch } from "./patch.ts";
import type { Prediction, Result } from "./result.ts";
import { isDoubtful, patternOf } from "./validity.ts";

type Read = {
  code?: string;
  codeConfidence?: number;
  quantity?: string;
  quantityConfidence?: number;
  confidence?: number;
};
const prediction = ({
  code = "012345",
  codeConfidence = 0.99,
  quantity = "3",
  quantityConfidence = 0.99,
  confidence = 1,
}: Read = {}) =>
  ({
    label: "sticker",
    rect: { x: 0, y: 0, width: 10, height: 5 },
    confidence,
    code: {
      value: code,
      confidence: codeConfidence,
      pattern: codeConfidence < 0.7 ? null : patternOf("sticker", "code", code),
    },
    quantity: {
      value: quantity,
      confidence: quantityConfidence,
      pattern: quantityConfidence < 0.4 ? null : patternOf("sticker", "quantity", quantity),
    },
    values: [],
  }) satisfies Prediction;
const result = (read: Read = {}): Result => {
  const [one] = applyPatches([prediction(read)], []);
  if (!one) throw new Error("one prediction is one result");
  return one;
};

describe("PD-22: doubtful readings", () => {
  it("a reading is malformed, below its threshold, or not doubtful", () => {
    const one = result({ code: "12", quantity: "4", quantityConfidence: 0.3 });
    expect(readingDoubt(one, "code")).toBe("malformed");
    expect(readingDoubt(one, "quantity")).toBe("lowConfidence");
    expect(readingDoubt(result(), "code")).toBeNull();
    expect(readingDoubt({ ...one, discarded: true }, "code")).toBeNull();
    expect(readingDoubt({ ...one, label: "shelf" }, "quantity")).toBeNull();
  });

  it("order is conflicts, malformed, low confidence, least certain, discarded", () => {
    const results = {
      accepted: result(),
      lessCertain: result({ quantityConfidence: 0.8 }),
      uncertainBox: result({ confidence: 0.5 }),
      lowConfidence: result({ codeConfidence: 0.6 }),
      lowerConfidence: result({ codeConfidence: 0.2 }),
      malformed: result({ code: "12", codeConfidence: 0.95 }),
      unread: { ...result(), code: { value: "", pattern: null } },
      discarded: { ...result({ code: "1" }), discarded: true },
    };
    const order = [
      ...Object.entries(results).map(([name, one]) => [name, resultDoubt(one)] as const),
      ["conflict", resultDoubt(results.accepted, true)] as const,
    ].toSorted(([, a], [, b]) => compareDoubt(a, b));
    expect(order.map(([name]) => name)).toEqual([
      "conflict",
      "unread",
      "malformed",
      "lowerConfidence",
      "lowConfidence",
      "uncertainBox",
      "lessCertain",
      "accepted",
      "discarded",
    ]);
  });

  it("a typed value has certainty 1", () => {
    const [typed] = applyPatches(
      [prediction({ codeConfidence: 0.1, quantityConfidence: 0.9 })],
      [makePatch.code(0, "000001")],
    );
    expect(typed && resultDoubt(typed)).toEqual({ rank: 0, uncertainty: expect.closeTo(0.1) });
  });

  it("a rank above 0 means doubtful", () => {
    const readings = fc.record({
      code: fc.constantFrom("", "12", "012345"),
      codeConfidence: fc.double({ min: 0, max: 1, noNaN: true }),
      quantity: fc.constantFrom("", "0", "7"),
      quantityConfidence: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(readings, fc.boolean(), (read, discarded) => {
        const one = { ...result(read), discarded };
        expect(resultDoubt(one).rank > 0).toBe(isDoubtful(one));
      }),
    );
  });
});

describe("PD-22: alternatives", () => {
  const values = [
    { field: "code" as const, value: "012345", confidence: 0.5 },
    { field: "code" as const, value: "012346", confidence: 0.3 },
    { field: "code" as const, value: "01", confidence: 0.1 },
    { field: "quantity" as const, value: "7", confidence: 0.9 },
    { field: "code" as const, value: "912345", confidence: 0.002 },
    { field: "code" as const, value: "912346", confidence: 0.001 },
  ];
  const offered = (read: Read, more: Partial<Result> = {}) =>
    offeredAlternatives({ ...result(read), values, ...more }, "code");

  it("for a doubtful reading at most three well-formed alternatives, including the reading", () => {
    expect(offered({ codeConfidence: 0.5 })).toEqual(["012345", "012346", "912345"]);
    expect(offered({ codeConfidence: 0.5 })).toHaveLength(MAX_ALTERNATIVES);
  });
  it("for an accepted reading only likely alternatives", () => {
    expect(offered({})).toEqual(["012346"]);
  });
  it("for a typed value or a discarded result none", () => {
    expect(offered({}, { code: { value: "000001", pattern: "^\\d{6}$" } })).toEqual([]);
    expect(offered({ codeConfidence: 0.5 }, { discarded: true })).toEqual([]);
  });
});
