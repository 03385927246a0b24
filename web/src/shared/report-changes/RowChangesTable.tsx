import {
  REPORT_FIELD_TITLES,
  ROW_CHANGE_KINDS,
  type ReportField,
  type RowChange,
  type RowChangeKind,
} from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { Table, type TableColumnType, type TableColumnsType, type TableProps, Tag } from "antd";
import { type ReactElement, useMemo } from "react";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import styles from "./RowChanges.module.css";

const KIND_TITLES: Readonly<Record<RowChangeKind, string>> = {
  changed: "Changed",
  added: "Added",
  removed: "Removed",
};
const ALL = "all";

/** The value before and after; equal values once. */
function ChangedValue({ row, field }: { row: RowChange; field: ReportField }): ReactElement {
  const before = row.kind === "added" ? undefined : row.before[field];
  const after = row.kind === "removed" ? undefined : row.after[field];
  if (before === after || before === undefined || after === undefined) return <>{after ?? before}</>;
  return (
    <>
      <del aria-label={`before: ${before || "empty"}`}>{before || "–"}</del>{" "}
      <ins className={styles["after"]} aria-label={`now: ${after || "empty"}`}>
        {after || "–"}
      </ins>
    </>
  );
}

function StickerLink({ slug, row }: { slug: string; row: RowChange }): ReactElement | null {
  const [imageSid, index] = ((row.kind === "removed" ? row.before : row.after).source ?? "").split(":");
  if (!imageSid) return null;
  return (
    <Link
      to="/projects/$projectId/eventImages/images/$imageId"
      params={{ projectId: slug, imageId: imageSid }}
      search={{ detection: Number(index) + 1 }}
    >
      Open
    </Link>
  );
}

const valueColumn = (field: ReportField, className = ""): TableColumnType<RowChange> => ({
  key: field,
  title: REPORT_FIELD_TITLES[field],
  onCell: () => ({ className }),
  render: (_, row) => <ChangedValue row={row} field={field} />,
});

const columnsFor = (slug: string): TableColumnsType<RowChange> => [
  { key: "kind", title: "Change", render: (_, { kind }) => <Tag>{KIND_TITLES[kind]}</Tag> },
  valueColumn("code", "pc-code"),
  valueColumn("quantity", "pc-code"),
  valueColumn("areaCode"),
  { ...valueColumn("bayCode"), responsive: ["sm"] },
  { ...valueColumn("shelfCode"), responsive: ["sm"] },
  { key: "open", title: "Photo", render: (_, row) => <StickerLink slug={slug} row={row} /> },
];

const keyOf = (row: RowChange): string =>
  row.kind === "removed" ? `removed ${row.before.position}` : `row ${row.after.position}`;

const titleOf = (title: string, count: number): string => `${title} ${count.toLocaleString("en-GB")}`;

type Props = {
  slug: string;
  items: readonly RowChange[];
  counts: Readonly<Record<RowChangeKind, number>>;
  kind: RowChangeKind | undefined;
  tableProps: TableProps<RowChange>;
  /** Shown if nothing changed. */
  emptyText: string;
  onKind: (kind: RowChangeKind | undefined) => void;
};

/** Rows of a report that were changed, added or removed, with links to their stickers. */
export function RowChangesTable({ slug, items, counts, kind, tableProps, emptyText, onKind }: Props): ReactElement {
  const columns = useMemo(() => columnsFor(slug), [slug]);
  const all = ROW_CHANGE_KINDS.reduce((sum, one) => sum + counts[one], 0);
  if (all === 0) return <EmptyState text={emptyText} />;
  return (
    <>
      <div className={styles["filters"]}>
        <SegmentedControl<RowChangeKind | typeof ALL>
          aria-label="Kind of change"
          value={kind ?? ALL}
          options={[
            { value: ALL, label: titleOf("All", all) },
            ...ROW_CHANGE_KINDS.map((value) => ({ value, label: titleOf(KIND_TITLES[value], counts[value]) })),
          ]}
          onChange={(chosen) => onKind(chosen === ALL ? undefined : chosen)}
        />
      </div>
      <Table<RowChange>
        {...tableProps}
        scroll={{}}
        className={`pc-panel ${styles["rows"] ?? ""}`}
        size="small"
        rowKey={keyOf}
        columns={columns}
        dataSource={items}
        locale={{ emptyText: <EmptyState text="No row changed in this way." /> }}
      />
    </>
  );
}
