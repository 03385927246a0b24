import { describe, expect, it } from "vitest";
import { isPatchInEffect } from "./invert.ts";
import { makePatch } from "./patch.ts";
import type { Patch } from "./patch-schema.ts";
import { applyPatches } from "./patches.ts";
import type { Prediction } from "./result.ts";

const rect = { x: 10, y: 10, width: 30, height: 20 };
const prediction: Prediction = {
  label: "sticker",
  rect,
  confidence: 1,
  code: { value: "012345", pattern: "^\\d{6}$", confidence: 0.9 },
  quantity: { value: "4", pattern: "^[1-9]\\d{0,5}$", confidence: 0.9 },
  values: [],
};

describe("isPatchInEffect", () => {
  it.each<[string, Patch, Patch]>([
    ["code", makePatch.code(0, "111111"), makePatch.code(0, "222222")],
    ["quantity", makePatch.quantity(0, "7"), makePatch.quantity(0, "8")],
    ["rect", makePatch.rect(0, { ...rect, x: 11 }), makePatch.rect(0, { ...rect, x: 12 })],
    ["label", makePatch.label(0, "shelf"), makePatch.label(0, "sticker")],
    ["discarded", makePatch.discard(0), makePatch.recover(0)],
    ["a restored reading", makePatch.restoreValue(0, "code", "012345"), makePatch.code(0, "012345")],
  ])("S4.19 %s: in effect until the field changes", (_field, ours, theirs) => {
    expect(isPatchInEffect(applyPatches([prediction], [theirs]), ours)).toBe(false);
    expect(isPatchInEffect(applyPatches([prediction], [theirs, ours]), ours)).toBe(true);
    expect(isPatchInEffect(applyPatches([prediction], [ours, theirs]), ours)).toBe(false);
  });

  it("is false for a missing result", () => {
    expect(isPatchInEffect([], makePatch.code(0, "111111"))).toBe(false);
  });
});
