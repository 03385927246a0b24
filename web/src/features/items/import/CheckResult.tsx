import type { ItemImportSummary, RejectedRow } from "@precount/domain";
import { Alert, Table } from "antd";
import type { ReactElement } from "react";
import styles from "./Import.module.css";

const figure = (count: number): string => count.toLocaleString("en-GB");

/** The totals of a check and the rejected rows. */
export function CheckResult({ summary }: { summary: ItemImportSummary }): ReactElement {
  const { items, added, changed, unchanged, removed, repeated, rejected, rejections } = summary;
  const totals = [
    ["Items", items],
    ["New", added],
    ["Changed", changed],
    ["Unchanged", unchanged],
    ["Removed", removed],
    ["Repeated rows", repeated],
    ["Rejected rows", rejected],
  ] as const;
  return (
    <section aria-label="Result of the check">
      <dl className={styles["totals"]}>
        {totals.map(([title, count]) => (
          <div key={title} data-attention={title === "Rejected rows" && count > 0}>
            <dt>{title}</dt>
            <dd>{figure(count)}</dd>
          </div>
        ))}
      </dl>
      {rejected > 0 && (
        <>
          <Alert
            type="warning"
            showIcon
            title={`${rejected === 1 ? "1 row is" : `${figure(rejected)} rows are`} rejected`}
            description="Correct the file and choose it again, or import it without these rows."
          />
          <Table<RejectedRow>
            className={styles["rejections"] ?? ""}
            size="small"
            rowKey="line"
            pagination={{ pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }}
            tableLayout="fixed"
            columns={[
              { key: "line", title: "Line", align: "right", width: 90, render: (_, { line }) => figure(line) },
              { key: "reason", title: "Reason", render: (_, { reason }) => reason },
            ]}
            dataSource={rejections}
          />
          {rejected > rejections.length && (
            <p className="pc-quiet">Only the first {figure(rejections.length)} rejected rows are listed.</p>
          )}
        </>
      )}
    </section>
  );
}
