import type { ReportGrouping } from "@precount/domain";

/** In the URL, the rows without an area or department. */
const NO_GROUP = "none";

export const groupName = (inUrl: string): string => (inUrl === NO_GROUP ? "" : inUrl);
export const groupInUrl = (name: string): string => (name === "" ? NO_GROUP : name);

const TITLES: Readonly<Record<ReportGrouping, { some: string; none: string }>> = {
  area: { some: "Area", none: "Without an area" },
  department: { some: "Department:", none: "Without a department" },
};

/** 'Area 12', 'Department: Drinks', 'Without an area'. */
export const groupTitle = (by: ReportGrouping, name: string): string =>
  name === "" ? TITLES[by].none : `${TITLES[by].some} ${name}`;
