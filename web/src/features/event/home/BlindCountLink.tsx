import { SafetyCertificateOutlined } from "@ant-design/icons";
import type { Project } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { UNBATCHED, trpc } from "../../../shared/api/trpc.ts";

/** Leads to the running blind count, with the checks that the person can do. */
export function BlindCountLink({ event }: { event: Project }): ReactElement | null {
  const { slug, isArchived } = event;
  const { data } = useQuery(
    trpc.blindCount.getBlindCount.queryOptions({ slug }, { trpc: UNBATCHED, enabled: !isArchived }),
  );
  if (!data) return null;
  const count = data.toAnswer + data.toSettle;
  return (
    <Link to="/projects/$projectId/blind-count" params={{ projectId: slug }} className="pc-touch">
      <SafetyCertificateOutlined aria-hidden /> Blind count{count > 0 && ` · ${count.toLocaleString("en-GB")} to check`}
    </Link>
  );
}
