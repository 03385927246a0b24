import { type Rect, type Size, boxFormPatches } from "@precount/domain";
import { describe, expect, it } from "vitest";
import { brokenFields, formOf, parseDecimal, stepped, textsOf, roundedText } from "./fields.ts";

const size: Size = { width: 12_000, height: 9000 };
const rect: Rect = { x: 1, y: 3, width: 1201, height: 601, angle: 12.345 };
const prediction = {
  label: "sticker" as const,
  rect,
  confidence: 1,
  code: { value: "", pattern: null },
  values: [],
};

describe("S2.39 the box form's fields", () => {
  it("show percents with two decimals", () => {
    expect(textsOf(rect, "sticker", size)).toEqual({
      x: "0.01",
      y: "0.03",
      width: "10.01",
      height: "6.68",
      angle: "12.35",
    });
  });
  it("change no pixel when they are shown, left and saved", () => {
    const texts = textsOf(rect, "sticker", size);
    const left = { ...texts, x: roundedText(texts.x), angle: roundedText(texts.angle) };
    const result = { ...prediction, discarded: false, original: prediction };
    expect(boxFormPatches(0, result, formOf(left, "sticker"), size)).toEqual({ ok: true, value: [] });
  });
  it.each([
    ["12.5", 12.5],
    ["12,5", 12.5],
    [" 7. ", 7],
    [".5", 0.5],
    ["-1", -1],
    ["", Number.NaN],
    ["abc", Number.NaN],
    ["1e2", Number.NaN],
    ["1.2.3", Number.NaN],
    ["0x10", Number.NaN],
    ["∞", Number.NaN],
  ])("%j is %d", (text, value) => {
    expect(parseDecimal(text)).toBe(value);
  });
  it("S5.17 are checked one by one", () => {
    const texts = { ...textsOf(rect, "sticker", size), x: "", width: "100.01", angle: "360.5" };
    expect([...brokenFields(formOf(texts, "sticker"))]).toEqual(["x", "width", "angle"]);
    expect([...brokenFields(formOf({ ...texts, x: "100.001", width: "0", angle: "360" }, "sticker"))]).toEqual([]);
  });
  it("S5.16 ignore typed x, width and angle of a shelf", () => {
    const texts = { ...textsOf(rect, "sticker", size), x: "abc", angle: "12" };
    expect(formOf(texts, "shelf")).toEqual({ label: "shelf", x: 0, y: 0.03, width: 100, height: 6.68, angle: 0 });
    expect(formOf(texts, "sticker").x).toBeNaN();
  });
  it("are rounded to two decimals when left; other text stays", () => {
    expect(roundedText("12,3456")).toBe("12.35");
    expect(roundedText("abc")).toBe("abc");
  });
  it("step within their limits", () => {
    expect(stepped("12.35", "x", 1, false)).toBe("12.45");
    expect(stepped("0.05", "x", -1, false)).toBe("0.00");
    expect(stepped("99.95", "width", 1, true)).toBe("100.00");
    expect(stepped("355", "angle", 1, true)).toBe("360.00");
    expect(stepped("abc", "angle", 1, true)).toBe("abc");
  });
});
