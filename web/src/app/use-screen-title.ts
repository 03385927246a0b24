import { useQuery } from "@tanstack/react-query";
import { useMatches, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { showScreenTitle } from "../shared/browser/page-title.ts";
import { trpc } from "../shared/api/trpc.ts";
import { screenTitle } from "./screen-titles.ts";

/** What the server calls the things of this address, by the route's parameters. */
export function useRouteNames(): Readonly<Record<string, string>> {
  const params: Record<string, string> = useParams({ strict: false });
  const { data: names } = useQuery(
    trpc.breadcrumb.fetchBreadcrumbs.queryOptions(params, {
      enabled: Object.keys(params).length > 0,
      staleTime: 60_000,
      // The screen itself tells what is wrong with an address.
      retry: false,
    }),
  );
  return { ...names, ...taskNames(params) };
}

/** A task has no name, only its number. */
const taskNames = ({ taskId }: Record<string, string>): Record<string, string> =>
  taskId === undefined ? {} : { taskId: `Task ${taskId}` };

/** Shows in the browser's tab what is on the screen, and gives it. */
export function useScreenTitle(names: Readonly<Record<string, string>>): string {
  const routeId = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? "" });
  const title = screenTitle(routeId, names);
  useEffect(() => {
    showScreenTitle(title);
    return () => showScreenTitle("");
  }, [title]);
  return title;
}
