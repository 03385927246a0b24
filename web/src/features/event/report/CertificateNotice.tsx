import { SafetyCertificateOutlined } from "@ant-design/icons";
import { describeBound, describeIncomplete } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { UNBATCHED, trpc } from "../../../shared/api/trpc.ts";

/** The main bound of the report's certificate, with a link to it. Empty without a certificate. */
export function CertificateNotice({ slug, reportSid }: { slug: string; reportSid: string }): ReactElement | null {
  const { data: certificate } = useQuery(
    trpc.blindCount.getCertificate.queryOptions({ project: { slug }, reportSid }, { trpc: UNBATCHED }),
  );
  if (!certificate) return null;
  const { figures } = certificate;
  return (
    <p>
      <SafetyCertificateOutlined aria-hidden />{" "}
      {describeIncomplete(figures) ?? `${describeBound(figures.row, "rows", figures)}.`}{" "}
      <Link to="/projects/$projectId/reports/$reportId/certificate" params={{ projectId: slug, reportId: reportSid }}>
        Certificate
      </Link>
    </p>
  );
}
