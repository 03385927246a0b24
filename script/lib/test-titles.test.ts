import { describe, expect, it } from "vitest";
import { titlesOf } from "./test-titles.ts";

describe("titlesOf", () => {
  it("knows titles in every quote, of each and over lines, and none that is skipped", () => {
    const source = [
      `it("one", () => {`,
      "test.each(['a', 'b'])(\n  \"two %s\",\n  () => {",
      "describe(`three`, () => {",
      `it('it is "four"', () => {`,
      `it.skip("five", () => {`,
      `test.todo("six", 1)`,
      `// "seven", as it is said`,
    ].join("\n");
    expect([...titlesOf(source)]).toEqual(["one", "two %s", "three", 'it is "four"']);
  });
});
