import { useQuery } from "@tanstack/react-query";
import { trpc } from "../api/trpc.ts";
import { DEMO_SLUG } from "./tour.ts";

/** The demo event's name contains its slug, so searching for it returns the event on the first page. */
const DEMO_QUERY = { status: ["active" as const], search: DEMO_SLUG, pageSize: 30 };

/** Whether there is a demo event for the tour. Queried only when a control for the tour is visible. */
export function useHasDemo(isNeeded: boolean): boolean {
  const { data } = useQuery(
    trpc.project.fetchProjects.queryOptions(DEMO_QUERY, { enabled: isNeeded, staleTime: 60_000 }),
  );
  return data?.items.some(({ slug }) => slug === DEMO_SLUG) ?? false;
}
