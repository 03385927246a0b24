import { getRouteApi } from "@tanstack/react-router";
import { type ReportSearch, parseReportSearch } from "../../../shared/paging/search.ts";
import { type ChangeSearch, useUrlSearch } from "../../../shared/paging/use-url-search.ts";

const route = getRouteApi("/private/projects/$projectId/reports/$reportId");

/** Identifies a report in procedure inputs. */
type ReportInput = { project: { slug: string }; reportSid: string };

export function useReportSearch(): {
  slug: string;
  input: ReportInput;
  search: ReportSearch;
  change: ChangeSearch<ReportSearch>;
} {
  const { projectId: slug, reportId: reportSid } = route.useParams();
  const [search, change] = useUrlSearch(parseReportSearch);
  return { slug, input: { project: { slug }, reportSid }, search, change };
}
