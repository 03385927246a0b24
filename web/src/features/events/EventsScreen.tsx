import { PlusOutlined } from "@ant-design/icons";
import { may } from "@precount/domain";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { type ReactElement, useCallback } from "react";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { reasonOf } from "../../shared/api/reason.ts";
import { type EventsSearch, mergeSearch } from "../../shared/paging/search.ts";
import { ReasonButton } from "../../ui/ReasonButton.tsx";
import { EventsTable } from "./EventsTable.tsx";

const eventsRoute = getRouteApi("/private/projects");
const archivesRoute = getRouteApi("/private/archives");

export function EventsScreen(): ReactElement {
  const search = eventsRoute.useSearch();
  const navigate = eventsRoute.useNavigate();
  const goTo = useNavigate();
  const createReason = reasonOf(may(useAuthUser(), "project.create"));
  const change = useCallback(
    (changes: SearchChanges) => void navigate({ search: (now) => mergeSearch(now, changes), replace: true }),
    [navigate],
  );
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Events</h1>
        <span className="pc-grow" />
        <ReasonButton
          type="primary"
          icon={<PlusOutlined />}
          reason={createReason}
          onClick={() => void goTo({ to: "/projects/create" })}
        >
          Create Event
        </ReasonButton>
      </div>
      <EventsTable isArchived={false} search={search} onSearch={change} />
    </div>
  );
}

export function ArchivesScreen(): ReactElement {
  const search = archivesRoute.useSearch();
  const navigate = archivesRoute.useNavigate();
  const change = useCallback(
    (changes: SearchChanges) => void navigate({ search: (now) => mergeSearch(now, changes), replace: true }),
    [navigate],
  );
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Archives</h1>
      </div>
      <EventsTable isArchived search={search} onSearch={change} />
    </div>
  );
}

/** Undefined takes a parameter out of the address. */
export type SearchChanges = { [K in keyof EventsSearch]?: EventsSearch[K] | undefined };
