import { expect, test } from "vitest";
import { confusedDigits, sharePercent } from "./statistics-figures.ts";

test("PD-149 counts the digits that a person corrected, most often first", () => {
  const corrections = [
    { read: "797047", correct: "797041" },
    { read: "7", correct: "1" },
    { read: "38", correct: "88" },
    { read: "12", correct: "120" },
    { read: "5", correct: "5" },
    { read: "?4", correct: "14" },
  ];
  expect(confusedDigits(corrections, 5)).toEqual([
    { read: "7", correct: "1", count: 2 },
    { read: "3", correct: "8", count: 1 },
  ]);
  expect(confusedDigits(corrections, 1)).toHaveLength(1);
});

test("PD-149 shares have one decimal, also without stickers", () => {
  expect([sharePercent(1, 3), sharePercent(0, 0), sharePercent(3, 3)]).toEqual([33.3, 0, 100]);
});
