import { expect, it } from "vitest";
import { firstPasswordExpiry, isPasswordExpired } from "./first-password.ts";

const MADE_AT = new Date("2026-11-27T12:00:00.000Z");

it.each([
  ["2026-11-27T12:00:00.000Z", false],
  ["2026-12-04T11:59:59.999Z", false],
  ["2026-12-04T12:00:00.000Z", true],
  ["2027-11-27T12:00:00.000Z", true],
])("a generated password of 27 November 12:00 is at %s expired: %s", (now, isExpired) => {
  expect(isPasswordExpired(firstPasswordExpiry(MADE_AT), new Date(now))).toBe(isExpired);
});

it("a chosen password never expires", () => {
  expect(isPasswordExpired(null, new Date("2999-01-01"))).toBe(false);
});
