import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { type ReportSearch, mergeSearch } from "../../../shared/paging/search.ts";

const route = getRouteApi("/private/projects/$projectId/reports/$reportId");

/** What a control of the report changes in the address; undefined takes a parameter out of it. */
export type ReportChanges = { [K in keyof ReportSearch]?: ReportSearch[K] | undefined };

export type ReportAddress = { project: { slug: string }; reportSid: string };

export function useReportSearch(): {
  slug: string;
  address: ReportAddress;
  search: ReportSearch;
  change: (changes: ReportChanges) => void;
} {
  const { projectId: slug, reportId: reportSid } = route.useParams();
  const navigate = route.useNavigate();
  const change = useCallback(
    (changes: ReportChanges) => void navigate({ search: (now) => mergeSearch(now, changes), replace: true }),
    [navigate],
  );
  return { slug, address: { project: { slug }, reportSid }, search: route.useSearch(), change };
}
