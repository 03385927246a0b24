import { EVERYONE } from "@precount/domain";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useProject } from "../../shared/api/use-project.ts";
import { trpc } from "../../shared/api/trpc.ts";
import { Destinations } from "./Destinations.tsx";

const eventRoute = getRouteApi("/private/projects/$projectId/destinations");
const groupRoute = getRouteApi("/private/users/groups/$groupId/destinations");

/** Where one event sends its messages and reports. */
export function EventDestinationsScreen(): ReactElement {
  const { projectId: slug } = eventRoute.useParams();
  const event = useProject(slug);
  return <Destinations owner={{ project: { slug } }} name={event.name} />;
}

/** Where the events of a group send their messages and reports. */
export function GroupDestinationsScreen(): ReactElement {
  const { groupId: group } = groupRoute.useParams();
  const { data: groups } = useSuspenseQuery(trpc.group.fetchGroups.queryOptions());
  const name = groups.find(({ sid }) => sid === group)?.name ?? (group === EVERYONE ? "Everyone" : "");
  return <Destinations owner={{ group }} name={name} />;
}
