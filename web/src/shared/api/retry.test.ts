import { describe, expect, it } from "vitest";
import { retryLeftMs } from "./retry.ts";

const updatedAt = "2026-11-21T05:40:00.000Z";
const retryAt = "2026-11-21T05:40:12.000Z";
const at = (time: string): number => Date.parse(`2026-11-21T${time}Z`);

describe("S2.45 time until the next retry (PD-50)", () => {
  it.each([
    ["05:40:00", 12_000],
    ["05:40:05", 7000],
    ["05:40:12", 0],
    ["05:59:00", 0],
  ])("at %s, %d ms are left", (now, left) => {
    expect(retryLeftMs({ retryAt, updatedAt }, at(now))).toBe(left);
  });
  it("a slow client clock never shows more than the server's delay", () => {
    expect(retryLeftMs({ retryAt, updatedAt }, at("04:00:00"))).toBe(12_000);
  });
  it("no countdown without a scheduled retry", () => {
    expect(retryLeftMs({ retryAt: null, updatedAt }, at("05:40:00"))).toBeNull();
  });
});
