import type { Prediction } from "@precount/domain";
import { applyPatches, makePatch } from "@precount/domain";
import { describe, expect, it } from "vitest";
import { describeResult as nameOf, toDisplayedResults } from "../../../ui/displayed-results.ts";
import { filterResults, sortResults } from "./result-filter.ts";

const sticker = (code: string, quantity: string): Prediction => ({
  label: "sticker",
  rect: { x: 0, y: 0, width: 10, height: 5 },
  confidence: 1,
  code: { value: code, pattern: null },
  quantity: { value: quantity, pattern: null },
  values: [],
});
const predictions = [sticker("012345", "1"), sticker("12", "3"), sticker("012346", ""), sticker("012347", "4")];

describe("displayed results", () => {
  it("are numbered as in ?detection=, and described by what was read", () => {
    const items = toDisplayedResults(applyPatches(predictions, []));
    expect(items.map(nameOf)).toEqual([
      "Sticker 1, code 012345, quantity 1, valid",
      "Sticker 2, code 12, quantity 3, doubtful",
      "Sticker 3, code 012346, quantity unread, doubtful",
      "Sticker 4, code 012347, quantity 4, valid",
    ]);
  });
});

const at = (x: number, y: number, confidence: number, quantity = "1"): Prediction => ({
  label: "sticker",
  rect: { x, y, width: 10, height: 5 },
  confidence: 1,
  code: { value: "012345", pattern: "^\\d{6}$", confidence },
  quantity: { value: quantity, pattern: quantity === "" ? null : "^[1-9]\\d{0,5}$", confidence: 1 },
  values: [],
});
const band = (y: number): Prediction => ({
  label: "shelf",
  rect: { x: 0, y, width: 100, height: 10 },
  confidence: 1,
  code: { value: "1", pattern: "^\\d+$" },
  values: [],
});

describe("S2.37 the table's order and filters", () => {
  // Two shelves: 4 and 5; on the upper one 3 and 1, on the lower one 2 and 0.
  const results = applyPatches(
    [at(50, 60, 0.9), at(40, 3, 0.8), at(5, 66, 0.95), at(5, 5, 0.99, ""), band(12), band(72)],
    [makePatch.code(2, "000012"), makePatch.discard(5)],
  );
  const items = toDisplayedResults(results);
  const indexes = (of: typeof items): number[] => of.map(({ index }) => index);

  it("doubt: doubtful ones first, then the least certain", () => {
    expect(indexes(sortResults(items, "doubt"))).toEqual([3, 1, 0, 2, 4, 5]);
  });
  it("position: shelf by shelf from the top, each from the left, the shelf itself last", () => {
    const whole = toDisplayedResults(
      applyPatches(
        results.map(({ original }) => original ?? band(0)),
        [],
      ),
    );
    expect(indexes(sortResults(whole, "position"))).toEqual([3, 1, 4, 2, 0, 5]);
  });
  it("status: doubtful, added, patched, valid, discarded", () => {
    expect(indexes(sortResults(items, "status"))).toEqual([3, 2, 0, 1, 4, 5]);
  });
  it("filters by any of the statuses; without statuses shows all but the discarded ones", () => {
    expect(indexes(filterResults(items, []))).toEqual([0, 1, 2, 3, 4]);
    expect(indexes(filterResults(items, ["invalid", "discarded"]))).toEqual([3, 5]);
    expect(indexes(filterResults(items, ["patched"]))).toEqual([2]);
    expect(indexes(filterResults(items, ["valid"]))).toEqual([0, 1, 4]);
  });
});
