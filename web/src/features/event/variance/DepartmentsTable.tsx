import { type DepartmentVariance, NO_DEPARTMENT, countedShare, percentOf } from "@precount/domain";
import { Button, Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import type { Overview } from "./VarianceCharts.tsx";
import { figureColumn, localPaging } from "./figure-column.ts";
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
  figureColumn("counted", "Counted", (row) => plainUnits(row.counted)),
  figureColumn("expected", "Expected", (row) => plainUnits(row.expected), { responsive: ["sm"] }),
  figureColumn("difference", "Difference", (row) => signedUnits(row.difference)),
  figureColumn("percent", "Percent", (row) => signedPercent(percentOf(row.difference, row.expected)), {
    responsive: ["md"],
  }),
  figureColumn("value", "Value", (row) => signedMoney(row.value?.difference ?? null), { responsive: ["sm"] }),
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
      pagination={localPaging(30)}
    />
  );
}
