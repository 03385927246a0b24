import type { AuditFilters } from "@precount/domain";
import dayjs from "dayjs";
import type { AuditSearch } from "../../../shared/paging/search.ts";

/** What the server is asked for: whole days of the reader's own time, the last one with it. */
export function filtersOf({ kind, action, who, from, to }: AuditSearch): AuditFilters {
  return {
    ...(kind && { kinds: [kind] }),
    ...(action && { action }),
    ...(who && { actorSid: who }),
    ...(from && { from: dayjs(from).startOf("day").toISOString() }),
    ...(to && { until: dayjs(to).add(1, "day").startOf("day").toISOString() }),
  };
}
