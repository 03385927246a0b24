import { describe, expect, it } from "vitest";
import { retryLeftMs } from "./retry.ts";

const updatedAt = "2026-11-21T05:40:00.000Z";
const retryAt = "2026-11-21T05:40:12.000Z";
const at = (time: string): number => Date.parse(`2026-11-21T${time}Z`);

describe("S2.45 when the queue tries again (decision 50)", () => {
  it.each([
    ["05:40:00", 12_000],
    ["05:40:05", 7000],
    ["05:40:12", 0],
    ["05:59:00", 0],
  ])("at %s there are %d ms left", (now, left) => {
    expect(retryLeftMs({ retryAt, updatedAt }, at(now))).toBe(left);
  });
  it("a clock that is slow promises no more than the server waits", () => {
    expect(retryLeftMs({ retryAt, updatedAt }, at("04:00:00"))).toBe(12_000);
  });
  it("what is not tried again has no countdown", () => {
    expect(retryLeftMs({ retryAt: null, updatedAt }, at("05:40:00"))).toBeNull();
  });
});
