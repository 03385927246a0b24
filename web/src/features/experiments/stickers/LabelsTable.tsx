import type { Reading } from "@precount/domain";
import { Button, Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import type { Paging } from "../../../shared/paging/paging.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import type { DisplayedResult } from "../../../ui/displayed-results.ts";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { RESULT_STATUS_DISPLAY } from "../../../ui/status-display.tsx";
import { tablePages } from "../../../ui/table.ts";
import styles from "../Experiments.module.css";

type Props = {
  labels: readonly DisplayedResult[];
  paging: Paging;
  selected: number | null;
  onSelect: (index: number) => void;
  onPaging: (paging: Paging) => void;
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
    render: (_, { result }) => inPercent(result.confidence),
  },
  {
    key: "codeConfidence",
    title: "Code confidence",
    align: "right",
    render: (_, { result }) => inPercent(result.code.confidence),
  },
  {
    key: "quantityConfidence",
    title: "Quantity confidence",
    align: "right",
    render: (_, { result }) => inPercent(result.quantity?.confidence),
  },
];

/** All that was found, in the model's own order, with how sure it was. */
export function LabelsTable({ labels, paging, selected, onSelect, onPaging }: Props): ReactElement {
  return (
    <Table<DisplayedResult>
      className="pc-panel"
      size="small"
      rowKey="index"
      columns={columnsFor(onSelect)}
      dataSource={[...labels]}
      scroll={{ x: "max-content" }}
      pagination={tablePages(paging, labels.length)}
      locale={{
        emptyText: <EmptyState text="The model found nothing in this photo. Try another rotation or model." />,
      }}
      rowClassName={({ index }) => `${styles["row"] ?? ""} ${index === selected ? (styles["chosen"] ?? "") : ""}`}
      onRow={({ index }) => ({ onClick: () => onSelect(index) })}
      onChange={({ current, pageSize }) =>
        onPaging({
          page: pageSize === paging.pageSize ? (current ?? 1) : 1,
          pageSize: pageSize ?? paging.pageSize,
        })
      }
    />
  );
}

function Value({ reading }: { reading: Reading | undefined }): ReactElement {
  if (reading === undefined) return <span className="pc-quiet">–</span>;
  if (reading.value === "") return <span className="pc-quiet">unread</span>;
  return <bdi className="pc-code">{reading.value}</bdi>;
}

const inPercent = (confidence: number | undefined): string =>
  confidence === undefined ? "–" : `${Math.round(confidence * 100)} %`;
