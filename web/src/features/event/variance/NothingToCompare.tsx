import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { EmptyState } from "../../../ui/EmptyState.tsx";

/** The empty state of an event without an item list that has quantities, and without an earlier event. */
export function NothingToCompare({ slug, hasItems }: { slug: string; hasItems: boolean }): ReactElement {
  const text = hasItems
    ? "The item list of this event has no quantities. Import expected or last counted quantities, or choose an earlier event."
    : "Without an item list or an earlier event there is nothing to compare the count with.";
  return (
    <EmptyState text={text}>
      <Link to="/projects/$projectId/settings" params={{ projectId: slug }}>
        Choose an item list or an earlier event in the settings
      </Link>
    </EmptyState>
  );
}
