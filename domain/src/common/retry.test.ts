import { expect, it } from "vitest";
import { shouldRetryQuery, uploadRetryDelayMs } from "./retry.ts";

it.each([
  [0, null, true],
  [2, "SERVICE_UNAVAILABLE", true],
  [3, "SERVICE_UNAVAILABLE", false],
  [0, "UNAUTHORIZED", false],
  [0, "NOT_FOUND", false],
])("S8.06 S9.14 after %i failures, a query with %s is retried: %s", (failures, code, isAgain) => {
  expect(shouldRetryQuery(failures, code)).toBe(isAgain);
});

it.each([
  [0, null, 500],
  [1, 502, 1500],
  [2, 503, 4000],
  [3, 503, null],
  [0, 400, null],
  [0, 401, null],
  [0, 413, null],
  [0, 500, null],
])("after %i failures, an upload with status %s is retried after %s ms", (failures, status, ms) => {
  expect(uploadRetryDelayMs(failures, status)).toBe(ms);
});
