import { itemListCan, may } from "@precount/domain";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useProject } from "../../../shared/api/use-project.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { ForbiddenScreen } from "../../../ui/ErrorScreen.tsx";
import { type Owner, pathsOf } from "../owner.ts";
import { ImportForm } from "./ImportForm.tsx";

const eventRoute = getRouteApi("/private/projects/$projectId/items/import");
const groupRoute = getRouteApi("/private/users/groups/$groupId/items/import");

/** Imports the item list of one event. */
export function EventImportScreen(): ReactElement {
  const { projectId: slug } = eventRoute.useParams();
  const user = useAuthUser();
  const event = useProject(slug);
  return <ImportScreen owner={{ project: { slug } }} reason={reasonOf(itemListCan.importForEvent(event, user))} />;
}

/** Imports the item list of a group. */
export function GroupImportScreen(): ReactElement {
  const { groupId: group } = groupRoute.useParams();
  return <ImportScreen owner={{ group }} reason={reasonOf(itemListCan.importForGroup(useAuthUser()))} />;
}

/** `reason`: why an import is not allowed; null when it is. */
function ImportScreen(props: { owner: Owner; reason: string | null }): ReactElement {
  const allowed = may(useAuthUser(), "item.import");
  return allowed.ok ? <Import {...props} /> : <ForbiddenScreen reason={allowed.reason} />;
}

function Import({ owner, reason }: { owner: Owner; reason: string | null }): ReactElement {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data: list } = useSuspenseQuery(trpc.item.getItemList.queryOptions(owner));
  const version = list?.versions[0]?.version ?? 0;
  const paths = pathsOf(owner);
  return (
    <div className="pc-page" style={{ maxWidth: 1200 }}>
      <div className="pc-titlebar">
        <h1>Import item list</h1>
      </div>
      <p className="pc-quiet">
        {"project" in owner
          ? "The list becomes this event's own item list, and the event uses it."
          : "Every event that has chosen this group's list uses the new version at once."}
        {version > 0 && ` It replaces version ${version}, which stays readable.`}
      </p>
      <ImportForm
        url={paths.upload}
        version={version}
        reason={reason}
        onImported={(made) => {
          void queryClient.invalidateQueries({ queryKey: trpc.item.pathKey() });
          feedback.success(`Item list imported as version ${made}`);
          void navigate(paths.list);
        }}
      />
    </div>
  );
}
