import type { Prediction } from "@precount/domain";
import { applyPatches, makePatch } from "@precount/domain";
import { describe, expect, it } from "vitest";
import { describe as nameOf, labelsIn, labelsOf } from "./labels.ts";

const sticker = (code: string, quantity: string): Prediction => ({
  label: "sticker",
  rect: { x: 0, y: 0, width: 10, height: 5 },
  confidence: 1,
  code: { value: code, pattern: null },
  quantity: { value: quantity, pattern: null },
  values: [],
});
const predictions = [sticker("012345", "1"), sticker("12", "3"), sticker("012346", ""), sticker("012347", "4")];

describe("labels", () => {
  it("numbers them as ?detection= does, and says what they read", () => {
    const labels = labelsOf(applyPatches(predictions, []));
    expect(labels.map(nameOf)).toEqual([
      "Sticker 1, code 012345, quantity 1, valid",
      "Sticker 2, code 12, quantity 3, doubtful",
      "Sticker 3, code 012346, quantity unread, doubtful",
      "Sticker 4, code 012347, quantity 4, valid",
    ]);
  });

  it("puts doubtful ones first, and leaves a corrected one where it was", () => {
    const before = labelsOf(applyPatches(predictions, []));
    const doubtful = new Set(before.filter((label) => label.needsAttention).map((label) => label.index));
    const after = labelsOf(applyPatches(predictions, [makePatch.code(1, "000012")]));
    expect(labelsIn("doubtful", after, doubtful).map(({ index }) => index)).toEqual([1, 2]);
    expect(labelsIn("all", after, doubtful).map(({ index }) => index)).toEqual([1, 2, 0, 3]);
  });

  it("keeps discarded ones apart", () => {
    const labels = labelsOf(applyPatches(predictions, [makePatch.discard(0)]));
    expect(labelsIn("discarded", labels, new Set()).map(({ index }) => index)).toEqual([0]);
    expect(labelsIn("all", labels, new Set()).map(({ index }) => index)).toEqual([1, 2, 3]);
  });
});
