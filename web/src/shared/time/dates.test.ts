import dayjs from "dayjs";
import { afterEach, expect, it, vi } from "vitest";
import { dayOrTime, fullDate, shortDate } from "./dates.ts";

afterEach(() => void vi.unstubAllEnvs());

const now = dayjs("2026-11-21T12:00:00").toISOString();
it.each([
  ["2026-11-21T05:40:00", "today 05:40"],
  ["2026-11-20T23:59:00", "yesterday 23:59"],
  ["2026-03-02T08:05:00", "2 Mar 08:05"],
  ["2025-12-31T08:05:00", "31 Dec 2025"],
])("formats %s as %s", (date, text) => {
  // Local time, so that the test does not depend on the time zone.
  expect(shortDate(dayjs(date).toISOString(), now)).toBe(text);
});

it.each(["America/Los_Angeles", "UTC", "Pacific/Auckland"])("keeps the day of a date without a time in %s", (zone) => {
  vi.stubEnv("TZ", zone);
  expect(dayOrTime("2026-11-28T00:00:00.000Z")).toEqual({ short: "28 Nov 2026", full: "Saturday 28 November 2026" });
});

it("shows the local time of a date with one", () => {
  const iso = "2025-11-28T00:00:01.000Z";
  expect(dayOrTime(iso)).toEqual({ short: shortDate(iso), full: fullDate(iso) });
});
