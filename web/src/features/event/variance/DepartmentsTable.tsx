import { type DepartmentVariance, NO_DEPARTMENT, countedShare, percentOf } from "@precount/domain";
import { Button, Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import type { Overview } from "./VarianceCharts.tsx";
import { NO_VALUE, plainUnits, signedMoney, signedPercent, signedUnits } from "./format.ts";

const columns = (onChoose: (department: string) => void): TableColumnsType<DepartmentVariance> => [
  {
    key: "department",
    title: "Department",
    render: (_, { department }) =>
      department === null ? (
        NO_DEPARTMENT
      ) : (
        <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onChoose(department)}>
          <bdi>{department}</bdi>
        </Button>
      ),
  },
  { key: "counted", title: "Counted", align: "right", render: (_, row) => plainUnits(row.counted) },
  {
    key: "expected",
    title: "Expected",
    align: "right",
    responsive: ["sm"],
    render: (_, row) => plainUnits(row.expected),
  },
  { key: "difference", title: "Difference", align: "right", render: (_, row) => signedUnits(row.difference) },
  {
    key: "percent",
    title: "Percent",
    align: "right",
    responsive: ["md"],
    render: (_, row) => signedPercent(percentOf(row.difference, row.expected)),
  },
  {
    key: "value",
    title: "Value",
    align: "right",
    responsive: ["sm"],
    render: (_, row) => signedMoney(row.value?.difference ?? null),
  },
  {
    key: "share",
    title: "Codes counted",
    align: "right",
    responsive: ["sm"],
    render: (_, row) => {
      const share = countedShare(row);
      return share === null ? NO_VALUE : `${share} % of ${plainUnits(row.codes.expected)}`;
    },
  },
];

/** The departments, the largest difference first. A department opens its codes. */
export function DepartmentsTable({
  overview,
  onChoose,
}: {
  overview: Overview;
  onChoose: (department: string) => void;
}): ReactElement {
  return (
    <Table<DepartmentVariance>
      className="pc-panel"
      size="small"
      rowKey={({ department }) => department ?? ""}
      columns={columns(onChoose)}
      dataSource={overview.departments}
      pagination={{ pageSize: 30, hideOnSinglePage: true, showSizeChanger: false, placement: ["bottomEnd"] }}
    />
  );
}
