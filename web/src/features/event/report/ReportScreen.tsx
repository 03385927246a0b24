import { DownloadOutlined, LinkOutlined, PrinterOutlined } from "@ant-design/icons";
import { may } from "@precount/domain";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Alert, Button } from "antd";
import { type ReactElement, startTransition, useState } from "react";
import type { ReportView } from "../../../shared/paging/search.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { TabBar } from "../../../ui/TabBar.tsx";
import { Acceptances } from "./Acceptances.tsx";
import { CertificateNotice } from "./CertificateNotice.tsx";
import { CompareView } from "./CompareView.tsx";
import { EvidenceLinks } from "./EvidenceLinks.tsx";
import { ExceptionsView } from "./ExceptionsView.tsx";
import { ExportDialog } from "./ExportDialog.tsx";
import { GroupsView } from "./GroupsView.tsx";
import { PrintedReport } from "./PrintedReport.tsx";
import { ReportCharts } from "./ReportCharts.tsx";
import { ReportDeliveries } from "./ReportDeliveries.tsx";
import { ReportTotals } from "./ReportTotals.tsx";
import { RowsView } from "./RowsView.tsx";
import { SealPanel } from "./SealPanel.tsx";
import { SkusView } from "./SkusView.tsx";
import { Versions } from "./Versions.tsx";
import { REPORT_QUERY_OPTIONS } from "./report-query-options.ts";
import { EXCEPTION_TITLES, type ReportCover, exceptionCount, figure } from "./report-cover.ts";
import { useReportSearch } from "./use-report-search.ts";

const VIEWS: Readonly<Record<ReportView, () => ReactElement>> = {
  rows: RowsView,
  skus: SkusView,
  areas: () => <GroupsView by="area" />,
  departments: () => <GroupsView by="department" />,
  exceptions: ExceptionsView,
  compare: CompareView,
};
const PANEL = "report-contents";

const tabsOf = (cover: ReportCover): { key: ReportView; title: string }[] => [
  { key: "rows", title: `Rows ${figure(cover.totals.rows)}` },
  { key: "skus", title: `SKU totals ${figure(cover.totals.skus)}` },
  { key: "areas", title: "Areas" },
  { key: "departments", title: "Departments" },
  { key: "exceptions", title: `Exceptions ${figure(exceptionCount(cover))}` },
  { key: "compare", title: "Compare" },
];

/** A precount report. Its contents never change. */
export function ReportScreen(): ReactElement {
  const { slug, input, search, change } = useReportSearch();
  const [isExporting, setExporting] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const user = useAuthUser();
  const { data: cover } = useSuspenseQuery(trpc.project.getReportCover.queryOptions(input));
  const { data: printed } = useQuery(trpc.project.getReportPrint.queryOptions(input, REPORT_QUERY_OPTIONS));
  const view = search.view ?? "rows";
  const View = VIEWS[view];
  // Each view has its own page, search and sort order.
  const show = (chosen: ReportView): void =>
    change({
      view: chosen === "rows" ? undefined : chosen,
      page: undefined,
      search: undefined,
      sort: undefined,
      area: undefined,
      department: undefined,
      kind: undefined,
    });
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>{cover.title}</h1>
        <span className="pc-grow" />
        <Link to="/projects/$projectId/variance" params={{ projectId: slug }} search={{ report: cover.sid }}>
          Variance
        </Link>
        <ReasonButton
          icon={<PrinterOutlined />}
          reason={printed ? null : "The printed version is still loading."}
          onClick={() => print()}
        >
          Print
        </ReasonButton>
        {may(user, "report.share").ok && (
          <Button icon={<LinkOutlined />} onClick={() => setSharing(true)}>
            Evidence links
          </Button>
        )}
        <Button type="primary" icon={<DownloadOutlined />} onClick={() => startTransition(() => setExporting(true))}>
          Download Export
        </Button>
      </div>
      <p className="pc-quiet">
        Created <DateText iso={cover.generatedAt} /> by {cover.generatedBy.name} for{" "}
        <Link to="/projects/$projectId/eventImages" params={{ projectId: slug }}>
          {cover.event.name}
        </Link>
      </p>
      <ReportDeliveries reportSid={cover.sid} />
      <SealPanel slug={slug} reportSid={cover.sid} seal={cover.seal} />
      <OlderVersion cover={cover} slug={slug} />
      <Versions cover={cover} slug={slug} />
      <Acceptances cover={cover} />
      <CertificateNotice slug={slug} reportSid={cover.sid} />
      <ReportTotals totals={cover.totals} />
      <ReportCharts />
      {view !== "exceptions" && <ExceptionsNotice cover={cover} onShow={() => show("exceptions")} />}
      <TabBar label="Contents" panelId={PANEL} value={view} tabs={tabsOf(cover)} onChange={show} />
      <div id={PANEL} role="tabpanel" aria-label={view}>
        <View />
      </div>
      <ExportDialog
        slug={slug}
        reportSid={cover.sid}
        isSealed={cover.seal !== null}
        isOpen={isExporting}
        onClose={() => setExporting(false)}
      />
      {may(user, "report.share").ok && <EvidenceLinks isOpen={isSharing} onClose={() => setSharing(false)} />}
      <PrintedReport cover={cover} printed={printed} />
    </div>
  );
}

/** Warns on an older report that a newer version exists. */
function OlderVersion({ cover, slug }: { cover: ReportCover; slug: string }): ReactElement | null {
  const [newest] = cover.versions;
  if (!newest || newest.sid === cover.sid) return null;
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={
        <>
          This is version {cover.version}. The newest is{" "}
          <Link
            to="/projects/$projectId/reports/$reportId"
            params={{ projectId: slug, reportId: newest.sid }}
            style={{ color: "inherit", textDecoration: "underline" }}
          >
            version {newest.version}
          </Link>
          .
        </>
      }
    />
  );
}

/** Shows above the rows that the report has exceptions. */
function ExceptionsNotice({ cover, onShow }: { cover: ReportCover; onShow: () => void }): ReactElement | null {
  const count = exceptionCount(cover);
  if (count === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={
        <>
          {count === 1 ? "1 exception" : `${figure(count)} exceptions`} –{" "}
          {cover.exceptions
            .map((one) => `${EXCEPTION_TITLES[one.kind].toLowerCase()}: ${figure(one.count)}`)
            .join(" · ")}
        </>
      }
      action={
        <Button size="small" onClick={onShow}>
          Show
        </Button>
      }
    />
  );
}
