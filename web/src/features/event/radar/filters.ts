import type { RadarSearch } from "../../../shared/paging/search.ts";

type Paging = { page: number; pageSize: number };

/** The input of `radar.fetchFindings` for the search parameters of the screen. */
export const toFindingsInput = (slug: string, search: RadarSearch, { page, pageSize }: Paging) => {
  const { kind, severity, department, area, show } = search;
  return {
    project: { slug },
    ...(kind && { kinds: kind }),
    ...(severity && { severities: severity }),
    ...(department !== undefined && { departments: [department] }),
    ...(area !== undefined && { areaNumber: area }),
    accepted: show === "accepted",
    page,
    pageSize,
  };
};

/** Whether a filter besides open and accepted is set. */
export const isFiltered = ({ kind, severity, department, area }: RadarSearch): boolean =>
  [kind, severity, department, area].some((value) => value !== undefined);
