import { describe, expect, it } from "vitest";
import { type BulkVerb, joinNames, describeOutcome } from "./texts.ts";

const answer = (done: number, refused: number) => ({
  done: Array.from({ length: done }, () => ({ sid: "a", name: "a", statusDate: "" })),
  refused: Array.from({ length: refused }, () => ({ sid: "a", name: "a", reason: "No." })),
});

describe("the outcome of a bulk action", () => {
  it.each<[BulkVerb, number, number, string]>([
    ["validate", 12, 0, "12 images approved"],
    ["validate", 12, 3, "12 approved, 3 failed"],
    ["recover", 0, 3, "None of the 3 images could be recovered"],
    ["detect", 2, 1, "2 queued, 1 failed"],
    ["detect", 0, 1, "The image could not be queued"],
  ])("%s, %d done, %d refused", (verb, done, refused, text) => {
    expect(describeOutcome(verb, answer(done, refused))).toBe(text);
  });

  it.each<[BulkVerb, string]>([
    ["reject", "Image successfully rejected"],
    ["recover", "Image successfully recovered"],
    ["validate", "Image Detection has been validated"],
    ["invalidate", "Image Detection has been invalidated"],
  ])("S8.12 %s of one image shows the specified message", (verb, text) => {
    expect(describeOutcome(verb, answer(1, 0))).toBe(text);
  });
});

it.each([
  [["a"], "a"],
  [["a", "b", "c"], "a, b, c"],
  [["a", "b", "c", "d", "e"], "a, b, c and 2 more"],
])("names: %o", (names, text) => {
  expect(joinNames(names)).toBe(text);
});
