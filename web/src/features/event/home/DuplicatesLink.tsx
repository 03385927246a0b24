import { BlockOutlined } from "@ant-design/icons";
import { type Project, eventIsOpen } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { UNBATCHED, trpc } from "../../../shared/api/trpc.ts";

/** Leads to the stickers that seem to be in two photos, while there are pairs to decide about. */
export function DuplicatesLink({ event }: { event: Project }): ReactElement | null {
  const { slug } = event;
  const { data } = useQuery(
    trpc.duplicate.fetchPairCounts.queryOptions({ slug }, { trpc: UNBATCHED, enabled: eventIsOpen(event).ok }),
  );
  const count = data?.suspected ?? 0;
  if (count === 0) return null;
  return (
    <Link to="/projects/$projectId/duplicates" params={{ projectId: slug }} title="Decide whether each counts once">
      <BlockOutlined /> {count === 1 ? "1 pair" : `${count.toLocaleString("en-GB")} pairs`} of stickers in two photos
    </Link>
  );
}
