import { describe, expect, it } from "vitest";
import { printable, wordsAsPrinted } from "./name-line.ts";

const HAS_ALL = () => true;
const HAS_LATIN = (codePoint: number) => codePoint < 0x250;

describe("an event's name on paper", () => {
  it.each([
    ["Spring count 2026", "Spring count 2026"],
    ["  two\nlines\tand\u0000more ", "two lines and more"],
    ["evil \u202Egpj.exe\u2069", "evil gpj.exe"],
    ["Café 😀 Zürich", "Café Zürich"],
    ["棚卸し 2026", "2026"],
    ["棚卸し", "the-slug"],
    ["😀😀", "the-slug"],
    ["\u200b", "the-slug"],
    ["–––", "the-slug"],
    ["lone \uD800 half", "lone half"],
  ])("%j is %j", (name, line) => {
    expect(printable(name, "the-slug", HAS_LATIN)).toBe(line);
  });

  it("is no longer than any tag can show, and cut between characters", () => {
    expect(printable("ab😀".repeat(500), "slug", HAS_ALL).length).toBeLessThanOrEqual(200);
    expect(printable("ab😀".repeat(500), "slug", HAS_ALL).isWellFormed()).toBe(true);
  });

  it.each([
    ["plain words", ["plain", " ", "words"]],
    ["אב גד", ["גד", " ", "אב"]],
    ["אב (2026) גד", ["גד", " ", "(", "2026", ")", " ", "אב"]],
    ["count אב גד 7", ["count", " ", "7", " ", "גד", " ", "אב"]],
    ["אב: 7", ["7", " ", "אב:"]],
    ["جرد 2026", ["2026", " ", "جرد"]],
    ["", []],
  ])("%j is printed as %j", (line, words) => {
    expect(wordsAsPrinted(line)).toEqual(words);
  });
});
