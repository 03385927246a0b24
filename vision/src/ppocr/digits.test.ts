import { expect, test } from "vitest";
import { decodeCtc, type LineReading, textOf } from "@precount/ocr";
import { readCode, readQuantity } from "./digits.ts";

const glyphs = (value: string) =>
  Array.from(value, (char, i) => ({ char, probability: 0.95, at: (i + 0.5) / value.length }));

/** A line read as `text`, its glyphs evenly apart and sure. */
const line = (text: string): LineReading => ({ glyphs: glyphs(text), expected: glyphs(text.replaceAll(/\D/g, "")) });

test.each([
  ["048215", "048215"],
  ["219164|2", "2191642"],
  ["827534 44b", "827534446"],
  ["99l677", "991677"],
  ["０４８２１５", "048215"],
])("%s holds a code", (text, digits) => {
  expect(readCode(line(text))?.value).toBe(digits);
});

test.each(["29.95", "1234.56", "12345", "Mouthrinse", "5901234123457", "12/34/56 no.", ""])("%s is no code", (text) => {
  expect(readCode(line(text))).toBeNull();
});

test.each([
  ["37", "37"],
  ["QTY 4", "4"],
  ["PCS49", "49"],
  ["S0", "50"],
  ["１２", "12"],
])("%s is a quantity", (text, value) => {
  expect(readQuantity(line(text))?.value).toBe(value);
});

test.each(["0", "007", "3,49", "INVENTORY", "1234567", ""])("%s is no quantity", (text) => {
  expect(readQuantity(line(text))).toBeNull();
});

test("CTC: repeats and blanks go, a blank between two alike keeps both", () => {
  const path = [1, 1, 0, 1, 2, 0];
  const data = new Float32Array(path.length * 3);
  path.forEach((best, t) => (data[t * 3 + best] = 0.9));
  const steps = { data, offset: 0, count: path.length, size: 3 };
  expect(textOf(decodeCtc(steps, ["", "7", "8"]))).toBe("778");
  expect(textOf(decodeCtc(steps, ["", "7", "8"], [2]))).toBe("8");
});

test("CTC: a plain and a full-width digit in a row are one stroke, read once, however each is written", () => {
  const path = [1, 2, 0, 2];
  const data = new Float32Array(path.length * 3);
  path.forEach((best, t) => (data[t * 3 + best] = 0.9));
  const steps = { data, offset: 0, count: path.length, size: 3 };
  expect(textOf(decodeCtc(steps, ["", "7", "7"]))).toBe("77");
});
