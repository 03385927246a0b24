import { type Prediction, applyPatches, makePatch, patternOf } from "@precount/domain";
import { describe, expect, it } from "vitest";
import { toDisplayedResults } from "../../../../ui/displayed-results.ts";
import { alternativeField, sortByDoubt, stepReading, stepResult, updateOrder } from "./result-order.ts";

const sticker = (code: string, quantity: string, confidence = 0.9): Prediction => ({
  label: "sticker",
  rect: { x: 0, y: 0, width: 10, height: 5 },
  confidence: 1,
  code: { value: code, confidence, pattern: confidence < 0.7 ? null : patternOf("sticker", "code", code) },
  quantity: { value: quantity, confidence: 0.99, pattern: patternOf("sticker", "quantity", quantity) },
  values: [],
});
/** 0 is valid; 1 has a malformed code; 2 no quantity; 3 a code of low confidence; 4 is valid, less certain than 0. */
const predictions = [
  sticker("012345", "1"),
  sticker("12", "3"),
  sticker("012346", ""),
  sticker("012347", "4", 0.4),
  sticker("012348", "4", 0.8),
];
const NONE: ReadonlySet<number> = new Set();
const items = toDisplayedResults(applyPatches(predictions, []));
const indexes = (of: readonly { index: number }[]): number[] => of.map(({ index }) => index);
const isDoubtful = (item: (typeof items)[number]): boolean => item.isDoubtful;

describe("the order of a list", () => {
  it("malformed readings first, then low confidence, then the least certain; a conflict before all", () => {
    expect(indexes(sortByDoubt(items, NONE))).toEqual([1, 2, 3, 4, 0]);
    expect(indexes(sortByDoubt(items, new Set([4])))).toEqual([4, 1, 2, 3, 0]);
  });

  it("keeps the positions of listed results after edits, and appends new ones", () => {
    const list = updateOrder([], items, NONE, isDoubtful);
    expect(list).toEqual([1, 2, 3]);
    const edited = toDisplayedResults(applyPatches(predictions, [makePatch.code(1, "000012"), makePatch.discard(2)]));
    expect(updateOrder(list, edited, NONE, isDoubtful)).toBe(list);
    const drawn = makePatch.add(sticker("", ""));
    const added = toDisplayedResults(applyPatches(predictions, [makePatch.code(1, "000012"), drawn]));
    expect(updateOrder(list, added, NONE, isDoubtful)).toEqual([1, 2, 3, 5]);
  });

  it("leaves out removed results", () => {
    const drawn = makePatch.add(sticker("", ""));
    const gone = toDisplayedResults(applyPatches(predictions, [drawn, makePatch.discard(5)]));
    expect(updateOrder([5, 1, 2, 3], gone, NONE, isDoubtful)).toEqual([1, 2, 3]);
  });
});

describe("stepping", () => {
  const ordered = sortByDoubt(items, NONE);
  it("goes to the next or previous doubtful reading, and to none at the ends", () => {
    expect(stepReading(ordered, null, 1, "doubtful")).toEqual({ index: 1, field: "code" });
    expect(stepReading(ordered, { index: 1, field: "code" }, 1, "doubtful")).toEqual({ index: 2, field: "quantity" });
    expect(stepReading(ordered, { index: 2, field: "quantity" }, 1, "doubtful")).toEqual({ index: 3, field: "code" });
    expect(stepReading(ordered, { index: 3, field: "code" }, 1, "doubtful")).toBeNull();
    expect(stepReading(ordered, { index: 3, field: "code" }, -1, "doubtful")).toEqual({ index: 2, field: "quantity" });
    expect(stepReading(ordered, { index: 1, field: "code" }, -1, "doubtful")).toBeNull();
  });
  it("starts from a reading that is no longer doubtful", () => {
    const edited = toDisplayedResults(applyPatches(predictions, [makePatch.code(1, "000012")]));
    const kept = [1, 2, 3, 4, 0].flatMap((index) => edited.filter((item) => item.index === index));
    expect(stepReading(kept, { index: 1, field: "code" }, 1, "doubtful")).toEqual({ index: 2, field: "quantity" });
  });
  it("starts from a result with its own readings; optionally stops at every reading", () => {
    expect(stepReading(ordered, { index: 2, field: null }, 1, "doubtful")).toEqual({ index: 2, field: "quantity" });
    expect(stepReading(ordered, { index: 2, field: null }, -1, "doubtful")).toEqual({ index: 1, field: "code" });
    expect(stepReading(ordered, { index: 1, field: "code" }, 1, "any")).toEqual({ index: 1, field: "quantity" });
  });
  it("goes from result to result, and to none at the ends", () => {
    expect(stepResult(ordered, null, 1)?.index).toBe(1);
    expect(stepResult(ordered, null, -1)?.index).toBe(0);
    expect(stepResult(ordered, 1, 1)?.index).toBe(2);
    expect(stepResult(ordered, 1, -1)).toBeNull();
    expect(stepResult(ordered, 0, 1)).toBeNull();
  });
});

it("the keys for alternatives change the doubtful reading", () => {
  const values = ["code", "quantity"].map((field) => ({
    field,
    value: field === "code" ? "999999" : "9",
    confidence: 0.3,
  }));
  const withAlternatives = (one: Prediction | undefined): Prediction =>
    ({ ...(one ?? sticker("", "")), values }) as Prediction; // fields as the schema names them
  const [noQuantity, sure, none] = toDisplayedResults(
    applyPatches([withAlternatives(predictions[2]), withAlternatives(predictions[0]), sticker("1", "1")], []),
  );
  expect(noQuantity && alternativeField(noQuantity)).toBe("quantity");
  expect(sure && alternativeField(sure)).toBe("code");
  expect(none && alternativeField(none)).toBeNull();
});
