import { describe, expect, test } from "vitest";
import { AREA_PAGES, TABLE_PAGES, clampPage, pickPageSize } from "./page-sizes.ts";

describe("S2.50 S9.01 pages", () => {
  test("the defaults and options", () => {
    expect(TABLE_PAGES).toEqual({ default: 10, options: [10, 20, 30] });
    expect(AREA_PAGES).toEqual({ default: 48, options: [36, 48, 60, 72] });
  });
  test.each([
    [20, 20],
    [25, 10],
    ["20", 10],
    [undefined, 10],
  ])("PD-38: page size %j becomes %d", (asked, size) => {
    expect(pickPageSize(asked, TABLE_PAGES)).toBe(size);
  });
  test.each([
    [1, 10, 0, 1],
    [2, 10, 11, 2],
    [9, 10, 11, 2],
    [0, 10, 11, 1],
    [-3, 10, 11, 1],
    [1.9, 10, 11, 1],
    [Number.NaN, 10, 11, 1],
    [Number.POSITIVE_INFINITY, 10, 11, 1],
    [2, 10, 10, 1],
  ])("PD-38: page %d of size %d with %d rows becomes %d", (page, size, total, expected) => {
    expect(clampPage(page, size, total)).toBe(expected);
  });
});
