import type { AuditEntry } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Table, type TableColumnsType, type TableProps } from "antd";
import { type ReactElement, useCallback } from "react";
import { mergeSearch } from "../../../shared/paging/search.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { pagingOf, usePaging } from "../../../shared/paging/use-paging.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { tablePages } from "../../../ui/table.ts";
import styles from "./Audit.module.css";
import { AuditFilters, type AuditSearchChanges, KIND_TITLES } from "./AuditFilters.tsx";
import { filtersOf } from "./filters-of.ts";

const route = getRouteApi("/private/users/audit");

const COLUMNS: TableColumnsType<AuditEntry> = [
  { key: "at", title: "When", render: (_, { at }) => <DateText iso={at} /> },
  {
    key: "actor",
    title: "Who",
    render: (_, { actor }) =>
      actor === null ? <span className="pc-quiet">nobody signed in</span> : <bdi>{actor.name}</bdi>,
  },
  { key: "kind", title: "What about", responsive: ["sm"], render: (_, { kind }) => KIND_TITLES[kind] },
  { key: "action", title: "What", render: (_, { action }) => <span className="pc-code">{action}</span> },
  {
    key: "subject",
    title: "Of",
    responsive: ["sm"],
    render: (_, { subject }) => subject && <span className="pc-code">{`${subject.kind} ${subject.sid}`}</span>,
  },
  { key: "address", title: "From", responsive: ["sm"], render: (_, { address }) => address },
];

/** Who did what, for admins: written once, chained, never changed (docs/decisions/014). */
export function AuditScreen(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (changes: AuditSearchChanges) => void navigate({ search: (now) => mergeSearch(now, changes), replace: true }),
    [navigate],
  );
  const paging = pagingOf("audit", search);
  const query = useQuery(
    trpc.audit.fetchAudit.queryOptions(
      { ...paging, filters: filtersOf(search) },
      { placeholderData: keepPreviousData, throwOnError: (_error, { state }) => state.data === undefined },
    ),
  );
  usePaging("audit", search, query.data?.total, change);
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Audit log</h1>
      </div>
      <AuditFilters search={search} onSearch={change} />
      {query.isPending ? (
        <LoadingRows />
      ) : (
        <Table<AuditEntry>
          className="pc-panel"
          size="middle"
          rowKey="id"
          columns={COLUMNS}
          dataSource={query.data?.items ?? []}
          scroll={{ x: "max-content" }}
          pagination={tablePages({ ...paging, page: query.data?.page ?? paging.page }, query.data?.total ?? 0)}
          expandable={EXPANDABLE}
          locale={{ emptyText: <EmptyState text="Nothing of that kind was written down." /> }}
          onChange={({ current, pageSize }) =>
            change({
              page: pageSize === paging.pageSize ? (current ?? 1) : 1,
              pageSize: pageSize ?? paging.pageSize,
            })
          }
        />
      )}
    </div>
  );
}

/** All that was written down of it. Text from outside stands in it: it is shown as text. */
function Details({ entry }: { entry: AuditEntry }): ReactElement {
  const { details, credential, projectSid, position, subject, address } = entry;
  return (
    <pre className={styles["details"]}>
      {JSON.stringify(
        // What has no column on a phone is here too.
        { ...details, of: subject, from: address, credential, event: projectSid, placeInChain: position },
        null,
        2,
      )}
    </pre>
  );
}

const EXPANDABLE: NonNullable<TableProps<AuditEntry>["expandable"]> = {
  expandedRowRender: (entry) => <Details entry={entry} />,
  // A finger needs more than the sign at its beginning.
  expandRowByClick: true,
};
