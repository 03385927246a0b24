import { AREA_STATUSES, type Area, type AreaStatus } from "@precount/domain";

export type AreaFilter = { search?: string | undefined; status?: AreaStatus | undefined };

const RANGE = /^0*(\d{1,9})\s*[-–]\s*0*(\d{1,9})$/;

/** Whether an area is meant by what was typed: `12` is in 12, 112 and 1203, `012` too; `200-240` are those between. */
function isMeant(search: string): (area: Pick<Area, "name">) => boolean {
  const [, from, to] = RANGE.exec(search) ?? [];
  if (from !== undefined && to !== undefined) {
    return ({ name }) => Number(name) >= Number(from) && Number(name) <= Number(to);
  }
  const part = search.replace(/^0+(?=\d)/, "");
  return ({ name }) => name.includes(part);
}

/** The areas that the filter lets through, in their order, and how many of each status the search alone does. */
export function filterAreas(
  areas: readonly Area[],
  { search, status }: AreaFilter,
): { shown: readonly Area[]; counts: Readonly<Record<AreaStatus, number>> } {
  const found = search === undefined ? areas : areas.filter(isMeant(search));
  return {
    shown: status === undefined ? found : found.filter((area) => area.status === status),
    counts: countOf(found),
  };
}

/** How many areas there are of each status. */
export function countOf(areas: readonly Pick<Area, "status">[]): Record<AreaStatus, number> {
  // Every status is a key.
  const counts = Object.fromEntries(AREA_STATUSES.map((status) => [status, 0])) as Record<AreaStatus, number>;
  for (const { status } of areas) counts[status] += 1;
  return counts;
}
