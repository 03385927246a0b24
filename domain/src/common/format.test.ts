import { describe, expect, test } from "vitest";
import { formatCountdown, formatDuration, formatSize, shortHash, shortId } from "./format.ts";

describe("S9.09 sizes in units of 1024", () => {
  test.each([
    [0, "0 B"],
    [-1, "0 B"],
    [1023, "1023 B"],
    [1024, "1 KB"],
    [1536, "1.5 KB"],
    [1024 ** 2 - 1, "1 MB"],
    [12.34 * 1024 ** 2, "12.3 MB"],
    [5 * 1024 ** 3, "5 GB"],
    [2 * 1024 ** 4, "2 TB"],
    [3000 * 1024 ** 4, "3000 TB"],
  ])("%d is %s", (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });
});

describe("S9.09 durations as d, h, m, s and ms", () => {
  test.each([
    [0, "0ms"],
    [-5, "0ms"],
    [0.4, "0ms"],
    [999, "999ms"],
    [1000, "1s"],
    [61_020, "1m 1s 20ms"],
    [3_600_000, "1h"],
    [93_784_005, "1d 2h 3m 4s 5ms"],
  ])("%d is %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

test.each([
  [12_000, "0:12"],
  [11_001, "0:12"],
  [65_000, "1:05"],
  [0, "0:00"],
  [-3000, "0:00"],
])("PD-50: %d ms are formatted as %s", (ms, text) => {
  expect(formatCountdown(ms)).toBe(text);
});

test("S9.10 short hash 7, id 12", () => {
  expect(shortHash("0123456789abcdef")).toBe("0123456");
  expect(shortId("abcdefghijklmnopqrstuvwx")).toBe("abcdefghijkl");
});
