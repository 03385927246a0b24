import type { LineReading } from "@precount/ocr";
import { expect, test } from "vitest";
import { readCode, readQuantity } from "./digits.ts";

const glyphs = (value: string) =>
  Array.from(value, (char, i) => ({ char, probability: 0.95, at: (i + 0.5) / value.length }));

/** A line read as `text`, with evenly spaced glyphs and a digits-only reading of its digits. */
const line = (text: string): LineReading => ({
  glyphs: glyphs(text),
  expected: glyphs(text.replaceAll(/\D/g, "")),
  letters: [],
});

test.each([
  ["048215", "048215", ""],
  ["219164|2", "219164", "2"],
  ["827534 446", "827534", "446"],
])("reads a code from %s", (text, digits, rest) => {
  const read = readCode(line(text));
  expect(read?.code.value).toBe(digits);
  expect(read?.rest.map(({ char }) => char).join("")).toBe(rest);
});

test.each(["29.95", "1234.56", "12345", "Mouthrinse", "5901234123457", "12/34/56 no.", ""])(
  "reads no code from %j",
  (text) => {
    expect(readCode(line(text))).toBeNull();
  },
);

test.each([
  ["37", "37"],
  ["QTY 4", "4"],
  ["PCS49", "49"],
])("reads a quantity from %s", (text, value) => {
  expect(readQuantity(line(text))?.value).toBe(value);
});

test.each(["0", "007", "3,49", "INVENTORY", "1234567", ""])("reads no quantity from %j", (text) => {
  expect(readQuantity(line(text))).toBeNull();
});
