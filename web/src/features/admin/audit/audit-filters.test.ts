import dayjs from "dayjs";
import { expect, it } from "vitest";
import { toAuditFilters } from "./audit-filters.ts";

it("converts local days, both inclusive, to times", () => {
  const { from, until, ...rest } = toAuditFilters({
    from: "2026-11-20",
    to: "2026-11-21",
    who: "a".repeat(24),
    page: 3,
  });
  expect(rest).toEqual({ userSid: "a".repeat(24) });
  expect([dayjs(from).format("YYYY-MM-DD HH:mm"), dayjs(until).format("YYYY-MM-DD HH:mm")]).toEqual([
    "2026-11-20 00:00",
    "2026-11-22 00:00",
  ]);
  expect(toAuditFilters({ kind: "sign-in", action: "user." })).toEqual({ kinds: ["sign-in"], action: "user." });
});
