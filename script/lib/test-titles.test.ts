import { describe, expect, it } from "vitest";
import { titlesOf } from "./test-titles.ts";

describe("titlesOf", () => {
  it("finds titles in every kind of quotes, in each() and across lines, but no skipped tests", () => {
    const source = [
      `it("one", () => {`,
      "test.each(['a', 'b'])(\n  \"two %s\",\n  () => {",
      "describe(`three`, () => {",
      `it('it is "four"', () => {`,
      `it.skip("five", () => {`,
      `test.todo("six", 1)`,
      `// "seven", a comment`,
    ].join("\n");
    expect([...titlesOf(source)]).toEqual(["one", "two %s", "three", 'it is "four"']);
  });
});
