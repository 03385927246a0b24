import type { Reading } from "@precount/domain";
import { Button, Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import type { TableSearch } from "../../../shared/paging/search.ts";
import { type TableState, useTableProps } from "../../../shared/paging/use-table.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import type { DisplayedResult } from "../../../ui/displayed-results.ts";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { RESULT_STATUS_DISPLAY } from "../../../ui/status-display.tsx";
import { clickableRow } from "../../../ui/clickable-row.ts";
import styles from "../Experiments.module.css";

type Props = {
  results: readonly DisplayedResult[];
  table: TableState<TableSearch>;
  selected: number | null;
  onSelect: (index: number) => void;
};

const columnsFor = (onSelect: (index: number) => void): TableColumnsType<DisplayedResult> => [
  {
    key: "label",
    title: "Label",
    render: (_, { index, title }) => (
      <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => onSelect(index)}>
        {title}
      </Button>
    ),
  },
  { key: "code", title: "Code", render: (_, { result }) => <Value reading={result.code} /> },
  { key: "quantity", title: "Quantity", render: (_, { result }) => <Value reading={result.quantity} /> },
  { key: "status", title: "Status", render: (_, { status }) => <StatusTag display={RESULT_STATUS_DISPLAY[status]} /> },
  {
    key: "confidence",
    title: "Confidence",
    align: "right",
    render: (_, { result }) => toPercent(result.confidence),
  },
  {
    key: "codeConfidence",
    title: "Code confidence",
    align: "right",
    render: (_, { result }) => toPercent(result.code.confidence),
  },
  {
    key: "quantityConfidence",
    title: "Quantity confidence",
    align: "right",
    render: (_, { result }) => toPercent(result.quantity?.confidence),
  },
];

/** All results in the model's order, with their confidence. */
export function ResultsTable({ results, table, selected, onSelect }: Props): ReactElement {
  const tableProps = useTableProps<DisplayedResult>(table, results.length);
  return (
    <Table<DisplayedResult>
      {...tableProps}
      size="small"
      rowKey="index"
      columns={columnsFor(onSelect)}
      dataSource={results}
      locale={{
        emptyText: <EmptyState text="The model found nothing in this photo. Try another rotation or model." />,
      }}
      onRow={({ index }) => clickableRow(() => onSelect(index), index === selected ? styles["chosen"] : "")}
    />
  );
}

function Value({ reading }: { reading: Reading | undefined }): ReactElement {
  if (reading === undefined) return <span className="pc-quiet">–</span>;
  if (reading.value === "") return <span className="pc-quiet">unread</span>;
  return <bdi className="pc-code">{reading.value}</bdi>;
}

const toPercent = (confidence: number | undefined): string =>
  confidence === undefined ? "–" : `${Math.round(confidence * 100)} %`;
