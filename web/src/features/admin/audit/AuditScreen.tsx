import { auditActorName } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Table, type TableColumnsType, type TableProps } from "antd";
import type { ReactElement } from "react";
import { type RouterOutputs, trpc } from "../../../shared/api/trpc.ts";
import { Sentence } from "../../../shared/audit/Sentence.tsx";
import { LIST_QUERY_OPTIONS } from "../../../shared/paging/list-query-options.ts";
import { parseAuditSearch } from "../../../shared/paging/search.ts";
import { useTable, useTableProps } from "../../../shared/paging/use-table.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import styles from "./Audit.module.css";
import { AuditFilters, KIND_TITLES } from "./AuditFilters.tsx";
import { toAuditFilters } from "./audit-filters.ts";

type AuditEntry = RouterOutputs["audit"]["fetchAudit"]["items"][number];

const COLUMNS: TableColumnsType<AuditEntry> = [
  { key: "at", title: "Time", render: (_, { at }) => <DateText iso={at} /> },
  {
    key: "what",
    title: "What happened",
    render: (_, entry) => (
      <div className={styles["what"]}>
        <strong>
          <bdi>{auditActorName(entry)}</bdi>
        </strong>{" "}
        <Sentence parts={entry.description.sentence} />
        {entry.description.event && (
          <div className="pc-quiet">
            <bdi>{entry.description.event.name}</bdi>
          </div>
        )}
      </div>
    ),
  },
  { key: "kind", title: "Kind", responsive: ["sm"], render: (_, { kind }) => KIND_TITLES[kind] },
  { key: "address", title: "Address", responsive: ["sm"], render: (_, { address }) => address },
];

/** The log of all actions with their users, for admins. Entries are written once, chained and never changed (ADR-014). */
export function AuditScreen(): ReactElement {
  const table = useTable("audit", parseAuditSearch);
  const { data, isPending } = useQuery(
    trpc.audit.fetchAudit.queryOptions({ ...table.paging, filters: toAuditFilters(table.search) }, LIST_QUERY_OPTIONS),
  );
  const tableProps = useTableProps<AuditEntry>(table, data?.total);
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Audit log</h1>
      </div>
      <AuditFilters search={table.search} onSearch={table.change} />
      {isPending ? (
        <LoadingRows />
      ) : (
        <Table<AuditEntry>
          {...tableProps}
          // Sentences wrap instead of making the table wider than the screen.
          scroll={{}}
          rowKey="id"
          columns={COLUMNS}
          dataSource={data?.items ?? []}
          expandable={EXPANDABLE}
          locale={{ emptyText: <EmptyState text="No entry matches the filters." /> }}
        />
      )}
    </div>
  );
}

/** All details of an entry. They contain text from users, which is only ever shown as text. */
function Details({ entry }: { entry: AuditEntry }): ReactElement {
  const { action, details, credential, projectSid, position, subject, address } = entry;
  return (
    <pre className={styles["details"]}>
      {JSON.stringify(
        // The raw entry: the sentence leaves out what most readers do not need.
        { action, ...details, of: subject, from: address, credential, event: projectSid, placeInChain: position },
        null,
        2,
      )}
    </pre>
  );
}

const EXPANDABLE: NonNullable<TableProps<AuditEntry>["expandable"]> = {
  expandedRowRender: (entry) => <Details entry={entry} />,
  // The expand icon alone is too small for touch.
  expandRowByClick: true,
};
