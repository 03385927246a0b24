import { describeBound, describeIncomplete, hasCertificate } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Alert, Button } from "antd";
import type { ReactElement } from "react";
import { UNBATCHED, trpc } from "../../../shared/api/trpc.ts";

/** The bound of the blind count so far, or the reason why Complete is refused without it. Empty if the event has neither. */
export function CertificateWarning({ slug, percent }: { slug: string; percent: number | null }): ReactElement | null {
  const { data } = useQuery(trpc.blindCount.getBlindCount.queryOptions({ slug }, { staleTime: 0, trpc: UNBATCHED }));
  if (data === undefined || (data === null && percent === null)) return null;
  const figures = data?.certificate.figures ?? null;
  const allowed = hasCertificate(percent, figures);
  const text =
    allowed.ok && figures ? (describeIncomplete(figures) ?? describeBound(figures.row, "rows", figures)) : "";
  return (
    <Alert
      type={allowed.ok ? "info" : "error"}
      showIcon
      style={{ marginTop: 12 }}
      title={allowed.ok ? text : allowed.reason}
      description={
        <Button href={`/projects/${encodeURIComponent(slug)}/blind-count`} target="_blank" rel="noopener">
          Open the blind count
        </Button>
      }
    />
  );
}
