import {
  type Area,
  type AreaRange,
  GAP_STATUSES,
  type AreaTagFormatKey,
  areasToPrint,
  areaTagFormat,
  areaTagsPerPage,
} from "@precount/domain";

export type SheetsChoice = AreaRange & { format: AreaTagFormatKey; onlyGaps: boolean };

/** Where the PDF of these areas' sheets is (spec §7 has all downloads under the event). */
export function sheetsUrl(slug: string, { from, to, format, onlyGaps }: SheetsChoice): string {
  const query = new URLSearchParams({ from: String(from), to: String(to), format });
  if (onlyGaps) query.set("only", GAP_STATUSES.join(","));
  return `/api/projects/${encodeURIComponent(slug)}/areas/sheets?${query.toString()}`;
}

/** How many areas will be printed, and on how many pages. */
export function sheetsCount(areas: readonly Area[], choice: SheetsChoice): { areas: number; pages: number } {
  const { from, to, format, onlyGaps } = choice;
  const count = areasToPrint(areas, { from, to, only: onlyGaps ? [...GAP_STATUSES] : undefined }).length;
  return { areas: count, pages: Math.ceil(count / areaTagsPerPage(areaTagFormat(format))) };
}

const figure = (count: number, word: string): string =>
  `${count.toLocaleString("en-GB")} ${word}${count === 1 ? "" : "s"}`;

export function sheetsWords({ areas, pages }: { areas: number; pages: number }): string {
  return areas === 0
    ? "No area is printed: none is like that, or all are voided."
    : `${figure(areas, "area")} on ${figure(pages, "page")}.`;
}
