import { expect, it } from "vitest";
import { readingTimeS } from "./reading-time.ts";

it.each([
  ["a short message for the usual time", "Error: offline", 8],
  ["a long message until it is read", "x".repeat(245), 25],
])("shows %s", (_title, text, seconds) => {
  expect(readingTimeS(text, 8)).toBe(seconds);
});
