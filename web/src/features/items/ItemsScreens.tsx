import { type ItemListVersion, itemListCan } from "@precount/domain";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, getRouteApi, useNavigate } from "@tanstack/react-router";
import { Select } from "antd";
import type { ReactElement, ReactNode } from "react";
import { useProject } from "../../shared/api/use-project.ts";
import { reasonOf } from "../../shared/api/reason.ts";
import { trpc } from "../../shared/api/trpc.ts";
import { useLiveEvent } from "../../shared/live/live.ts";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { shortDate } from "../../shared/time/dates.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ReasonButton } from "../../ui/ReasonButton.tsx";
import { ItemsTable } from "./ItemsTable.tsx";
import { type Owner, pathsOf } from "./owner.ts";

const eventRoute = getRouteApi("/private/projects/$projectId/items");
const groupRoute = getRouteApi("/private/users/groups/$groupId/items");

/** The item list that an event uses: its own or a group's. */
export function EventItemsScreen(): ReactElement {
  const { projectId: slug } = eventRoute.useParams();
  const user = useAuthUser();
  const event = useProject(slug);
  const { data: list } = useSuspenseQuery(trpc.item.getEventItemList.queryOptions({ slug }));
  useLiveEvent(slug, [trpc.item.getEventItemList.queryKey({ slug })]);
  const owner: Owner = { project: { slug } };
  const chosen = list.choices.find(({ sid }) => sid === list.chosen);
  // Null for the event's own list, and undefined without a chosen list.
  const isOfGroup = typeof chosen?.group === "string";
  const title = isOfGroup ? `List of the group ${chosen.name}` : "This event's own list";
  return (
    <Frame
      title="Item list"
      name={event.name}
      owner={owner}
      importTitle={isOfGroup ? "Import an own list" : "Import"}
      reason={reasonOf(itemListCan.importForEvent(event, user))}
    >
      {list.version === null ? (
        <EmptyState text="Without an item list, the review cannot show descriptions or find codes that do not exist.">
          <Link to="/projects/$projectId/settings" params={{ projectId: slug }}>
            Choose a list in the settings
          </Link>
        </EmptyState>
      ) : (
        <>
          <p className="pc-quiet">
            {title}, {describeVersion(list.version)}.{list.isPinned && " The event was completed with this version."}{" "}
            <Link to="/projects/$projectId/settings" params={{ projectId: slug }}>
              Choose another list
            </Link>
          </p>
          {isOfGroup ? <ItemsTable owner={owner} /> : <OwnVersions owner={owner} used={list.version.version} />}
        </>
      )}
    </Frame>
  );
}

/** The item list of a group, with its earlier versions. */
export function GroupItemsScreen(): ReactElement {
  const { groupId: group } = groupRoute.useParams();
  const { version } = groupRoute.useSearch();
  const user = useAuthUser();
  const owner: Owner = { group };
  const { data: list } = useSuspenseQuery(trpc.item.getItemList.queryOptions(owner));
  const versions = list?.versions ?? [];
  const shown = versions.find((one) => one.version === version) ?? versions[0];
  return (
    <Frame
      title="Item list"
      name={list?.name ?? ""}
      owner={owner}
      importTitle="Import"
      reason={reasonOf(itemListCan.importForGroup(user))}
    >
      {shown === undefined ? (
        <EmptyState text="Without an item list, the review of this group's events cannot show descriptions or find codes that do not exist." />
      ) : (
        <>
          <VersionSelect versions={versions} shown={shown} used={versions[0]?.version} />
          <ItemsTable owner={owner} version={shown.version} />
        </>
      )}
    </Frame>
  );
}

/** The items of an event's own list: of the version that the event uses, or of another one. */
function OwnVersions({ owner, used }: { owner: Owner; used: number }): ReactElement {
  const { version } = eventRoute.useSearch();
  const { data: list } = useSuspenseQuery(trpc.item.getItemList.queryOptions(owner));
  const versions = list?.versions ?? [];
  const shown = versions.find((one) => one.version === (version ?? used));
  return (
    <>
      {versions.length > 1 && shown !== undefined && <VersionSelect versions={versions} shown={shown} used={used} />}
      <ItemsTable owner={owner} version={shown?.version} />
    </>
  );
}

type VersionProps = {
  /** Newest first. */
  versions: readonly ItemListVersion[];
  shown: ItemListVersion;
  /** The version in use. */
  used: number | undefined;
};

function VersionSelect({ versions, shown, used }: VersionProps): ReactElement {
  const navigate = useNavigate();
  return (
    <p>
      <Select<number>
        aria-label="Version"
        style={{ minWidth: 200 }}
        value={shown.version}
        options={versions.map(({ version }) => ({
          value: version,
          label: `Version ${version}${version === used ? " (current)" : ""}`,
        }))}
        onChange={(chosen) => void navigate({ to: ".", search: { version: chosen } })}
      />{" "}
      <span className="pc-quiet">{describeVersion(shown)}</span>
    </p>
  );
}

/** 'version 3 with 20,000 items, imported today 05:40 by Grace from items.csv'. */
function describeVersion({ version, items, createdAt, createdBy, fileName }: ItemListVersion): string {
  // Null for imports from the command line.
  const by = createdBy === null ? "" : ` by ${createdBy}`;
  return `version ${version} with ${items.toLocaleString("en-GB")} items, imported ${shortDate(createdAt)}${by} from ${fileName}`;
}

type FrameProps = {
  title: string;
  name: string;
  owner: Owner;
  importTitle: string;
  reason: string | null;
  children: ReactNode;
};

function Frame({ title, name, owner, importTitle, reason, children }: FrameProps): ReactElement {
  const navigate = useNavigate();
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1 title={name}>
          {title}
          {name !== "" && (
            <>
              : <bdi>{name}</bdi>
            </>
          )}
        </h1>
        <span className="pc-grow" />
        <ReasonButton type="primary" reason={reason} onClick={() => void navigate(pathsOf(owner).import)}>
          {importTitle}
        </ReasonButton>
      </div>
      {children}
    </div>
  );
}
