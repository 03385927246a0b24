import { describe, expect, it } from "vitest";
import { type BulkVerb, namesInWords, outcomeInWords } from "./words.ts";

const answer = (done: number, refused: number) => ({
  done: Array.from({ length: done }, () => ({ sid: "a", name: "a", statusDate: "" })),
  refused: Array.from({ length: refused }, () => ({ sid: "a", name: "a", reason: "No." })),
});

describe("how a bulk action went", () => {
  it.each<[BulkVerb, number, number, string]>([
    ["validate", 12, 0, "12 images validated"],
    ["validate", 12, 3, "12 validated, 3 could not be"],
    ["recover", 0, 3, "None of the 3 images could be recovered"],
    ["detect", 2, 1, "2 queued, 1 could not be"],
    ["detect", 0, 1, "The image could not be queued"],
  ])("%s, %d done, %d refused", (verb, done, refused, words) => {
    expect(outcomeInWords(verb, answer(done, refused))).toBe(words);
  });

  it.each<[BulkVerb, string]>([
    ["reject", "Image successfully rejected"],
    ["recover", "Image successfully recovered"],
    ["validate", "Image Detection has been validated"],
    ["invalidate", "Image Detection has been invalidated"],
  ])("S8.12 %s of one alone says the owner's words", (verb, words) => {
    expect(outcomeInWords(verb, answer(1, 0))).toBe(words);
  });
});

it.each([
  [["a"], "a"],
  [["a", "b", "c"], "a, b, c"],
  [["a", "b", "c", "d", "e"], "a, b, c and 2 more"],
])("names: %o", (names, words) => {
  expect(namesInWords(names)).toBe(words);
});
