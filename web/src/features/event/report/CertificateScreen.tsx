import { ArrowLeftOutlined, DownloadOutlined, PrinterOutlined } from "@ant-design/icons";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { Button, Space } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { CertificatePanel } from "../../../shared/certificate/CertificatePanel.tsx";
import { PrintedCertificate } from "../../../shared/certificate/PrintedCertificate.tsx";
import { certificateUrl } from "./certificate-url.ts";

const route = getRouteApi("/private/projects/$projectId/reports/$reportId/certificate");

/** The certificate of a report, to read and to print. */
export function CertificateScreen(): ReactElement {
  const { projectId: slug, reportId: reportSid } = route.useParams();
  const input = { project: { slug }, reportSid };
  const { data: cover } = useSuspenseQuery(trpc.project.getReportCover.queryOptions(input));
  const { data: certificate } = useSuspenseQuery(trpc.blindCount.getCertificate.queryOptions(input));
  return (
    <div className="pc-page" style={{ maxWidth: 860 }}>
      <Link
        className="pc-back"
        to="/projects/$projectId/reports/$reportId"
        params={{ projectId: slug, reportId: reportSid }}
      >
        <ArrowLeftOutlined aria-hidden /> Back to the report
      </Link>
      <div className="pc-titlebar" style={{ marginTop: 8 }}>
        <h1>Certificate of {cover.title}</h1>
        <span className="pc-grow" />
        {certificate && (
          <Space wrap>
            <Button icon={<PrinterOutlined />} onClick={() => print()}>
              Print
            </Button>
            <Button
              type="primary"
              icon={<DownloadOutlined />}
              href={certificateUrl(slug, reportSid)}
              target="_blank"
              rel="noreferrer"
            >
              Download PDF
            </Button>
          </Space>
        )}
      </div>
      {certificate ? (
        <>
          <CertificatePanel certificate={certificate} />
          <PrintedCertificate certificate={certificate} event={cover.event.name} report={cover.title} />
        </>
      ) : (
        <EmptyState text="This event was completed without a blind count." />
      )}
    </div>
  );
}
