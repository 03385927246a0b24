import { PlusOutlined } from "@ant-design/icons";
import { may } from "@precount/domain";
import { useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { reasonOf } from "../../shared/api/reason.ts";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { ReasonButton } from "../../ui/ReasonButton.tsx";
import { EventsTable } from "./EventsTable.tsx";

export function EventsScreen(): ReactElement {
  const navigate = useNavigate();
  const createReason = reasonOf(may(useAuthUser(), "project.create"));
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Events</h1>
        <span className="pc-grow" />
        <ReasonButton
          type="primary"
          icon={<PlusOutlined />}
          reason={createReason}
          onClick={() => void navigate({ to: "/projects/create" })}
        >
          Create Event
        </ReasonButton>
      </div>
      <EventsTable isArchived={false} />
    </div>
  );
}

export function ArchivesScreen(): ReactElement {
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Archives</h1>
      </div>
      <EventsTable isArchived />
    </div>
  );
}
