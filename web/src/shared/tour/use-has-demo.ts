import { useQuery } from "@tanstack/react-query";
import { trpc } from "../api/trpc.ts";
import { DEMO_SLUG } from "./tour.ts";

/** Its name holds the word, so that a page of what is found holds it. */
const DEMO_QUERY = { status: ["active" as const], search: DEMO_SLUG, pageSize: 30 };

/** Whether there is a demo event to be shown around; asked only while somebody could want it. */
export function useHasDemo(isAsked: boolean): boolean {
  const { data } = useQuery(
    trpc.project.fetchProjects.queryOptions(DEMO_QUERY, { enabled: isAsked, staleTime: 60_000 }),
  );
  return data?.items.some(({ slug }) => slug === DEMO_SLUG) ?? false;
}
