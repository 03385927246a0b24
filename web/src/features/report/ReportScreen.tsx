import { DownloadOutlined } from "@ant-design/icons";
import type { ReportField, ReportRow } from "@precount/domain";
import { REPORT_FIELDS, REPORT_FIELD_TITLES } from "@precount/domain";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { Button, Table, type TableColumnsType } from "antd";
import { type ReactElement, useCallback, useMemo, useState } from "react";
import { trpc } from "../../lib/trpc.ts";
import { pagingOf, usePaging } from "../../lib/use-paging.ts";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { tablePages } from "../../ui/table.ts";
import { ExportDialog } from "./ExportDialog.tsx";
import { Exceptions } from "./Exceptions.tsx";
import styles from "./Report.module.css";

const route = getRouteApi("/private/projects/$projectId/reports/$reportId");
type NumberedRow = ReportRow & { key: number };

const isCode = (field: ReportField): boolean => field === "code" || field === "quantity";
const columns: TableColumnsType<NumberedRow> = REPORT_FIELDS.map((field) => ({
  key: field,
  dataIndex: field,
  title: REPORT_FIELD_TITLES[field],
  align: field === "quantity" ? "right" : "left",
  onCell: () => (isCode(field) ? { className: "pc-code" } : {}),
}));

/** A precount report as it was made; it never changes. */
export function ReportScreen(): ReactElement {
  const { projectId: slug, reportId: reportSid } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (changes: { page?: number; pageSize?: number }) =>
      void navigate({ search: (now) => ({ ...now, ...changes }), replace: true }),
    [navigate],
  );
  const [isExporting, setExporting] = useState(false);
  const { data: report } = useSuspenseQuery(trpc.project.getProjectReport.queryOptions({ reportSid }));
  const { contents, title } = report;
  const { totals, generatedBy } = contents;
  const table = `report.${reportSid}`;
  const rows = useMemo(() => contents.rows.map((row, key): NumberedRow => ({ ...row, key })), [contents.rows]);
  usePaging(table, search, rows.length, change);
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>{title}</h1>
        <span className="pc-grow" />
        <Button type="primary" icon={<DownloadOutlined />} onClick={() => setExporting(true)}>
          Download Export
        </Button>
      </div>
      <p className="pc-quiet">
        Made <DateText iso={contents.generatedAt} /> by {generatedBy.name} for{" "}
        <Link to="/projects/$projectId/eventImages" params={{ projectId: slug }}>
          {contents.event.name}
        </Link>
      </p>
      <dl className={styles["totals"]}>
        <Total name="Stickers" value={totals.rows} />
        <Total name="Quantity" value={totals.quantity} />
        <Total name="SKUs" value={totals.bySku.length} />
        <Total name="Images" value={totals.images} />
      </dl>
      <Exceptions exceptions={contents.exceptions} />
      <h2 className={styles["heading"]}>Rows</h2>
      <Table<NumberedRow>
        className="pc-panel"
        size="small"
        columns={columns}
        dataSource={rows}
        scroll={{ x: "max-content" }}
        pagination={tablePages(pagingOf(table, search), rows.length)}
        locale={{ emptyText: <EmptyState text="No sticker was approved, so there is nothing to report." /> }}
        onChange={({ current, pageSize }) => change({ page: current ?? 1, ...(pageSize ? { pageSize } : {}) })}
      />
      {totals.bySku.length > 0 && (
        <details className={styles["skus"]}>
          <summary>Totals per SKU ({totals.bySku.length})</summary>
          <Table
            className="pc-panel"
            size="small"
            rowKey="code"
            dataSource={totals.bySku}
            pagination={{ pageSize: 30, hideOnSinglePage: true, showSizeChanger: false }}
            columns={[
              { key: "code", dataIndex: "code", title: REPORT_FIELD_TITLES.code, className: "pc-code" },
              { key: "rows", dataIndex: "rows", title: "Stickers", align: "right" },
              { key: "quantity", dataIndex: "quantity", title: REPORT_FIELD_TITLES.quantity, align: "right" },
            ]}
          />
        </details>
      )}
      <ExportDialog slug={slug} reportSid={reportSid} isOpen={isExporting} onClose={() => setExporting(false)} />
    </div>
  );
}

function Total({ name, value }: { name: string; value: number }): ReactElement {
  return (
    <div className={`pc-panel ${styles["total"] ?? ""}`}>
      <dt className="pc-quiet">{name}</dt>
      <dd>{value.toLocaleString("en-GB")}</dd>
    </div>
  );
}
