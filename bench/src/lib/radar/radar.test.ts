import { expect, it } from "vitest";
import { judgeEvents } from "../../radar.ts";
import { ERROR_KINDS } from "./inject-errors.ts";

it("judges drawn events with 30 kinds and amounts of errors, the same ones for a seed", () => {
  expect(ERROR_KINDS).toHaveLength(30);
  const { figures } = judgeEvents(7, 2);
  expect(figures).toEqual(judgeEvents(7, 2).figures);
  expect(figures.errors).toBeGreaterThan(40);
  // Far below the figures of 50 events, because two events vary.
  expect(figures.recallTop).toBeGreaterThanOrEqual(0.6);
  expect(figures.precisionTop20).toBeGreaterThanOrEqual(0.5);
});
