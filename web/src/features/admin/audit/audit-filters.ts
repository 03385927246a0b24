import type { AuditFilters } from "@precount/domain";
import dayjs from "dayjs";
import type { AuditSearch } from "../../../shared/paging/search.ts";

/** The server's filters for the URL's search parameters. Days are in local time, both inclusive. */
export function toAuditFilters({ kind, action, who, from, to }: AuditSearch): AuditFilters {
  return {
    ...(kind && { kinds: [kind] }),
    ...(action && { action }),
    ...(who && { userSid: who }),
    ...(from && { from: dayjs(from).startOf("day").toISOString() }),
    ...(to && { until: dayjs(to).add(1, "day").startOf("day").toISOString() }),
  };
}
