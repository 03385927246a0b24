import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RouterInputs, UNBATCHED, trpc } from "../../shared/api/trpc.ts";
import type { ListedEvent } from "./columns.tsx";

/** The summaries of a page of events, by sid. Without them the list is complete but for photos, areas and finish, so an error is quiet. */
export function useSummaries(
  input: RouterInputs["project"]["fetchSummaries"],
): (sid: string) => ListedEvent["summary"] {
  const { data } = useQuery(
    trpc.project.fetchSummaries.queryOptions(input, { placeholderData: keepPreviousData, trpc: UNBATCHED }),
  );
  const nowMs = data ? Date.parse(data.asOf) : 0;
  const bySid = new Map(data?.summaries.map((of) => [of.sid, { of, nowMs }]));
  return (sid) => bySid.get(sid);
}
