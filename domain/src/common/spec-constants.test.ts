import { expect, test } from "vitest";
import {
  IMAGE_STATS_SCROLL_WIDTH_PX,
  MAX_QUERY_RETRIES,
  MOUSE_MOVE_THROTTLE_MS,
  RANGE_NOTIFICATION_MS,
  RESIZE_HANDLE_SIZE,
  ROTATION_HANDLE_OFFSET,
  SIDEBAR_STORAGE_KEY,
  TASK_REFRESH_MS,
} from "./spec-constants.ts";

test("S9.02 S9.07 S9.08 S9.11 S9.13 S9.14 the specification's constants", () => {
  expect(TASK_REFRESH_MS).toBe(15_000);
  expect(RANGE_NOTIFICATION_MS).toBe(30_000);
  expect(MAX_QUERY_RETRIES).toBe(3);
  expect(IMAGE_STATS_SCROLL_WIDTH_PX).toBe(2200);
  expect(SIDEBAR_STORAGE_KEY).toBe("collapsed");
  expect([ROTATION_HANDLE_OFFSET, RESIZE_HANDLE_SIZE, MOUSE_MOVE_THROTTLE_MS]).toEqual([64, 16, 16]);
});
