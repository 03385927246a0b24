import dayjs from "dayjs";
import { expect, it } from "vitest";
import { shortDate } from "./dates.ts";

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
