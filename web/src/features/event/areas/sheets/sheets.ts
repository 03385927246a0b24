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

/** The URL of the PDF with the sheets of these areas (spec §7 has all downloads below the event). */
export function sheetsUrl(slug: string, { from, to, format, onlyGaps }: SheetsChoice): string {
  const query = new URLSearchParams({ from: String(from), to: String(to), format });
  if (onlyGaps) query.set("only", GAP_STATUSES.join(","));
  return `/api/projects/${encodeURIComponent(slug)}/areas/sheets?${query.toString()}`;
}

/** The number of areas to print, and of pages. */
export function sheetsCount(areas: readonly Area[], choice: SheetsChoice): { areas: number; pages: number } {
  const { from, to, format, onlyGaps } = choice;
  const count = areasToPrint(areas, { from, to, only: onlyGaps ? [...GAP_STATUSES] : undefined }).length;
  return { areas: count, pages: Math.ceil(count / areaTagsPerPage(areaTagFormat(format))) };
}

const figure = (count: number, word: string): string =>
  `${count.toLocaleString("en-GB")} ${word}${count === 1 ? "" : "s"}`;

export function describeSheets({ areas, pages }: { areas: number; pages: number }): string {
  return areas === 0
    ? "No area to print: none matches, or all are voided."
    : `${figure(areas, "area")} on ${figure(pages, "page")}.`;
}
