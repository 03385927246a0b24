import { describe, expect, test } from "vitest";
import {
  IMAGE_STATS_SCROLL_WIDTH_PX,
  MAX_QUERY_RETRIES,
  MOUSE_MOVE_THROTTLE_MS,
  RANGE_NOTIFICATION_MS,
  RESIZE_HANDLE_SIZE,
  ROTATION_HANDLE_OFFSET,
  SIDEBAR_STORAGE_KEY,
  TASK_REFRESH_MS,
} from "./constants.ts";
import { formatCountdown, formatDuration, formatSize, shortHash, shortId } from "./format.ts";
import { AREA_PAGES, TABLE_PAGES, clampPage, pickPageSize } from "./table.ts";

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

test("S9.02 S9.07 S9.08 S9.11 S9.13 S9.14 the specification's constants", () => {
  expect(TASK_REFRESH_MS).toBe(15_000);
  expect(RANGE_NOTIFICATION_MS).toBe(30_000);
  expect(MAX_QUERY_RETRIES).toBe(3);
  expect(IMAGE_STATS_SCROLL_WIDTH_PX).toBe(2200);
  expect(SIDEBAR_STORAGE_KEY).toBe("collapsed");
  expect([ROTATION_HANDLE_OFFSET, RESIZE_HANDLE_SIZE, MOUSE_MOVE_THROTTLE_MS]).toEqual([64, 16, 16]);
});
