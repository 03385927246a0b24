import { useQuery } from "@tanstack/react-query";
import { useMatches, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { showScreenTitle } from "../shared/browser/page-title.ts";
import { trpc } from "../shared/api/trpc.ts";
import { screenTitle } from "./screen-titles.ts";

/** The names of the entities in the current address, by route parameter. */
export function useRouteNames(): Readonly<Record<string, string>> {
  const params: Record<string, string> = useParams({ strict: false });
  const { data: names } = useQuery(
    trpc.breadcrumb.fetchBreadcrumbs.queryOptions(params, {
      enabled: Object.keys(params).length > 0,
      staleTime: 60_000,
      // The screen itself reports a bad address.
      retry: false,
    }),
  );
  return { ...names, ...taskNames(params) };
}

/** A task has a number instead of a name. */
const taskNames = ({ taskId }: Record<string, string>): Record<string, string> =>
  taskId === undefined ? {} : { taskId: `Task ${taskId}` };

/** Sets the title of the browser tab and returns it. */
export function useScreenTitle(names: Readonly<Record<string, string>>): string {
  const routeId = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? "" });
  const title = screenTitle(routeId, names);
  useEffect(() => {
    showScreenTitle(title);
    return () => showScreenTitle("");
  }, [title]);
  return title;
}
