import { type Project, eventIsOpen } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { reasonOf } from "../../../shared/api/reason.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";

/** The empty state of an event without an item list that has quantities, and without an earlier event. */
export function NothingToCompare({ event, hasItems }: { event: Project; hasItems: boolean }): ReactElement {
  const text = hasItems
    ? "The item list of this event has no quantities. Import expected or last counted quantities, or choose an earlier event."
    : "Without an item list or an earlier event there is nothing to compare the count with.";
  const closed = reasonOf(eventIsOpen(event));
  return (
    <EmptyState text={closed === null ? text : `${text} ${closed}`}>
      {closed === null && (
        <Link to="/projects/$projectId/settings" params={{ projectId: event.slug }}>
          Choose an item list or an earlier event in the settings
        </Link>
      )}
    </EmptyState>
  );
}
