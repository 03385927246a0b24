import type { VarianceBasis, VarianceMeasure } from "@precount/domain";
import { useParams } from "@tanstack/react-router";
import { type VarianceSearch, parseVarianceSearch } from "../../../shared/paging/search.ts";
import { type ChangeSearch, useUrlSearch } from "../../../shared/paging/use-url-search.ts";

/** The part of every query about a variance. */
export type VarianceInput = { project: { slug: string }; reportSid?: string; basis?: VarianceBasis };

export function useVarianceSearch(): {
  slug: string;
  input: VarianceInput;
  measure: { measure?: VarianceMeasure };
  search: VarianceSearch;
  change: ChangeSearch<VarianceSearch>;
} {
  const { projectId: slug = "" } = useParams({ strict: false });
  const [search, change] = useUrlSearch(parseVarianceSearch);
  const { report, basis, measure } = search;
  return {
    slug,
    input: { project: { slug }, ...(report && { reportSid: report }), ...(basis && { basis }) },
    measure: { ...(measure && { measure }) },
    search,
    change,
  };
}
