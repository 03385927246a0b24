import { type Prediction, applyPatches, makePatch, patternOf } from "@precount/domain";
import { describe, expect, it } from "vitest";
import { toDisplayedResults } from "../../../../ui/displayed-results.ts";
import { candidateField, continued, inOrderOfDoubt, stepLabel, stepValue } from "./order.ts";

const sticker = (code: string, quantity: string, confidence = 0.9): Prediction => ({
  label: "sticker",
  rect: { x: 0, y: 0, width: 10, height: 5 },
  confidence: 1,
  code: { value: code, confidence, pattern: confidence < 0.7 ? null : patternOf("sticker", "code", code) },
  quantity: { value: quantity, confidence: 0.99, pattern: patternOf("sticker", "quantity", quantity) },
  values: [],
});
/** 0 sure; 1 no code; 2 no quantity; 3 unsure of the code; 4 less sure than 0. */
const predictions = [
  sticker("012345", "1"),
  sticker("12", "3"),
  sticker("012346", ""),
  sticker("012347", "4", 0.4),
  sticker("012348", "4", 0.8),
];
const NONE: ReadonlySet<number> = new Set();
const labels = toDisplayedResults(applyPatches(predictions, []));
const indexes = (of: readonly { index: number }[]): number[] => of.map(({ index }) => index);
const doubtful = (label: (typeof labels)[number]): boolean => label.needsAttention;

describe("doubt first", () => {
  it("what fits nothing, then what is unsure, then the least sure; a conflict before all", () => {
    expect(indexes(inOrderOfDoubt(labels, NONE))).toEqual([1, 2, 3, 4, 0]);
    expect(indexes(inOrderOfDoubt(labels, new Set([4])))).toEqual([4, 1, 2, 3, 0]);
  });

  it("nothing moves or leaves while one works on it; what is new stands at the end", () => {
    const list = continued([], labels, NONE, doubtful);
    expect(list).toEqual([1, 2, 3]);
    const edited = toDisplayedResults(applyPatches(predictions, [makePatch.code(1, "000012"), makePatch.discard(2)]));
    expect(continued(list, edited, NONE, doubtful)).toBe(list);
    const drawn = makePatch.add(sticker("", ""));
    const added = toDisplayedResults(applyPatches(predictions, [makePatch.code(1, "000012"), drawn]));
    expect(continued(list, added, NONE, doubtful)).toEqual([1, 2, 3, 5]);
  });

  it("what is gone for good leaves the list", () => {
    const drawn = makePatch.add(sticker("", ""));
    const gone = toDisplayedResults(applyPatches(predictions, [drawn, makePatch.discard(5)]));
    expect(continued([5, 1, 2, 3], gone, NONE, doubtful)).toEqual([1, 2, 3]);
  });
});

describe("from value to value", () => {
  const ordered = inOrderOfDoubt(labels, NONE);
  it("next and before, doubtful ones only, none at the ends", () => {
    expect(stepValue(ordered, null, 1, "doubtful")).toEqual({ index: 1, field: "code" });
    expect(stepValue(ordered, { index: 1, field: "code" }, 1, "doubtful")).toEqual({ index: 2, field: "quantity" });
    expect(stepValue(ordered, { index: 2, field: "quantity" }, 1, "doubtful")).toEqual({ index: 3, field: "code" });
    expect(stepValue(ordered, { index: 3, field: "code" }, 1, "doubtful")).toBeNull();
    expect(stepValue(ordered, { index: 3, field: "code" }, -1, "doubtful")).toEqual({ index: 2, field: "quantity" });
    expect(stepValue(ordered, { index: 1, field: "code" }, -1, "doubtful")).toBeNull();
  });
  it("from where one corrected it, which is doubtful no more", () => {
    const edited = toDisplayedResults(applyPatches(predictions, [makePatch.code(1, "000012")]));
    const kept = [1, 2, 3, 4, 0].flatMap((index) => edited.filter((label) => label.index === index));
    expect(stepValue(kept, { index: 1, field: "code" }, 1, "doubtful")).toEqual({ index: 2, field: "quantity" });
  });
  it("from a chosen label its own come first; any value, doubtful or not", () => {
    expect(stepValue(ordered, { index: 2, field: null }, 1, "doubtful")).toEqual({ index: 2, field: "quantity" });
    expect(stepValue(ordered, { index: 2, field: null }, -1, "doubtful")).toEqual({ index: 1, field: "code" });
    expect(stepValue(ordered, { index: 1, field: "code" }, 1, "any")).toEqual({ index: 1, field: "quantity" });
  });
  it("from label to label, and stays at the ends", () => {
    expect(stepLabel(ordered, null, 1)?.index).toBe(1);
    expect(stepLabel(ordered, null, -1)?.index).toBe(0);
    expect(stepLabel(ordered, 1, 1)?.index).toBe(2);
    expect(stepLabel(ordered, 1, -1)).toBeNull();
    expect(stepLabel(ordered, 0, 1)).toBeNull();
  });
});

it("candidates' keys are for the doubtful value", () => {
  const values = ["code", "quantity"].map((field) => ({
    field,
    value: field === "code" ? "999999" : "9",
    confidence: 0.3,
  }));
  const withIdeas = (one: Prediction | undefined): Prediction =>
    ({ ...(one ?? sticker("", "")), values }) as Prediction; // fields as the schema names them
  const [noQuantity, sure, none] = toDisplayedResults(
    applyPatches([withIdeas(predictions[2]), withIdeas(predictions[0]), sticker("1", "1")], []),
  );
  expect(noQuantity && candidateField(noQuantity)).toBe("quantity");
  expect(sure && candidateField(sure)).toBe("code");
  expect(none && candidateField(none)).toBeNull();
});
