import { describe, expect, it } from "vitest";
import { hasLoneSurrogate } from "./unstorable-text.ts";

const HALF = "a\ud800b";
const nest = (text: string): unknown => JSON.parse(`${"[".repeat(100_000)}"${text}"${"]".repeat(100_000)}`);

describe("half of a surrogate pair", () => {
  it.each([
    ["a text", HALF],
    ["a member of a list", { names: ["a", HALF] }],
    ["a key", { [HALF]: 1 }],
  ])("is found in %s", (_, input) => {
    expect(hasLoneSurrogate(input)).toBe(true);
    expect(hasLoneSurrogate({ names: ["👩‍🔧", null, 1, true, undefined] })).toBe(false);
  });

  it("is looked for in input that is nested deeper than the stack", () => {
    expect(hasLoneSurrogate(nest("a"))).toBe(false);
    expect(hasLoneSurrogate(nest(String.raw`a\ud800b`))).toBe(true);
  });
});
