import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { EmptyState } from "../../ui/EmptyState.tsx";

type Filters = { search?: unknown; status?: unknown; mark?: unknown };

/** An empty list of images, with what to do. */
export function NoImages({ slug, search: filters }: { slug: string; search: Filters }): ReactElement {
  const isFiltered = filters.search !== undefined || filters.status !== undefined || filters.mark !== undefined;
  if (isFiltered) return <EmptyState text="No image matches. Clear the filters to see all images." />;
  return (
    <EmptyState text="There are no photos in this event yet.">
      <Link to="/projects/$projectId/eventImages/upload" params={{ projectId: slug }}>
        Upload the first ones
      </Link>
    </EmptyState>
  );
}
