import { type Prediction, applyPatches, makePatch } from "@precount/domain";
import { expect, it } from "vitest";
import { readingState } from "./use-reading.ts";

const prediction: Prediction = {
  label: "sticker",
  rect: { x: 0, y: 0, width: 9, height: 9 },
  confidence: 1,
  code: { value: "012345", pattern: "^\\d{6}$", confidence: 0.9 },
  values: [],
};
const resultAfter = (...patches: Parameters<typeof applyPatches>[1]) => {
  const [result] = applyPatches([prediction], patches);
  if (!result) throw new Error("There is one prediction.");
  return result;
};
const typing = { draft: "99", edit: undefined, complaint: "Invalid sticker code.", editReason: null };

it("shows the typed text while the field can be edited", () => {
  expect(readingState(resultAfter(), "code", typing)).toMatchObject({
    shown: "99",
    isTyping: true,
    message: "Invalid sticker code.",
  });
});

it.each([
  ["is validated", resultAfter(), "This detection is validated: unlock it first."],
  ["is discarded", resultAfter(makePatch.discard(0)), null],
])("shows the stored value, and names the typed text, when the field %s meanwhile", (_name, result, editReason) => {
  expect(readingState(result, "code", { ...typing, editReason })).toMatchObject({
    shown: "012345",
    isTyping: false,
    message: "Not saved: you typed '99'.",
  });
});
