import { AREA_STATUSES, type Area, type AreaStatus } from "@precount/domain";

type AreaFilter = { search?: string | undefined; status?: AreaStatus | undefined };

const RANGE = /^0*(\d{1,9})\s*[-–]\s*0*(\d{1,9})$/;

/** A predicate for the search text: `12` and `012` match 12, 112 and 1203; `200-240` matches the range. */
function matcherFor(search: string): (area: Pick<Area, "name">) => boolean {
  const [, from, to] = RANGE.exec(search) ?? [];
  if (from !== undefined && to !== undefined) {
    return ({ name }) => Number(name) >= Number(from) && Number(name) <= Number(to);
  }
  const part = search.replace(/^0+(?=\d)/, "");
  return ({ name }) => name.includes(part);
}

/** The areas that match the filter, and the number of areas per status that match the search alone. */
export function filterAreas(
  areas: readonly Area[],
  { search, status }: AreaFilter,
): { shown: readonly Area[]; counts: Readonly<Record<AreaStatus, number>> } {
  const found = search === undefined ? areas : areas.filter(matcherFor(search));
  return {
    shown: status === undefined ? found : found.filter((area) => area.status === status),
    counts: countOf(found),
  };
}

/** The number of areas per status. */
export function countOf(areas: readonly Pick<Area, "status">[]): Record<AreaStatus, number> {
  // The object has all statuses as keys.
  const counts = Object.fromEntries(AREA_STATUSES.map((status) => [status, 0])) as Record<AreaStatus, number>;
  for (const { status } of areas) counts[status] += 1;
  return counts;
}
