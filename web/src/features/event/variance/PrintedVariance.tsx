import { type CodeVariance, NO_DEPARTMENT, VARIANCE_BASIS_TITLES, type VarianceBasis } from "@precount/domain";
import type { ReactElement } from "react";
import { usePrintTime } from "../../../shared/browser/use-print-time.ts";
import { fullDate } from "../../../shared/time/dates.ts";
import type { RouterOutputs } from "../../../shared/api/trpc.ts";
import { PrintLayout } from "../../../ui/PrintLayout.tsx";
import { PrintTable } from "../../../ui/PrintTable.tsx";
import { VarianceCharts } from "./VarianceCharts.tsx";
import { totalFigures } from "./VarianceTotals.tsx";
import { codeTitle, plainUnits, signedMoney, signedUnits } from "./format.ts";

type Variance = RouterOutputs["variance"]["getVariance"];
type Props = {
  name: string;
  variance: Variance & { basis: VarianceBasis; overview: NonNullable<Variance["overview"]> };
};

/** The width of a chart on A4, CSS pixels. */
const PAPER_CHART_WIDTH_PX = 640;

/** The printed variance: figures, charts, departments and the largest differences. The downloads have all codes. */
export function PrintedVariance({ name, variance }: Props): ReactElement {
  const { overview, basis, measure, previousEvent } = variance;
  const time = usePrintTime();
  return (
    <PrintLayout title={`Variance – ${name}`}>
      <p>
        Compared with: {VARIANCE_BASIS_TITLES[basis]}
        {basis === "previous" && previousEvent ? ` (${previousEvent.name})` : ""} · printed {fullDate(time)}
      </p>
      <PrintTable
        title="Totals"
        columns={["Figure", "Value", "Details"]}
        rows={totalFigures(overview.totals).map(({ title, value, detail }) => [title, value, detail])}
      />
      <VarianceCharts overview={overview} measure={measure} width={PAPER_CHART_WIDTH_PX} />
      <PrintTable
        title="Departments"
        columns={["Department", "Counted", "Expected", "Difference", "Value"]}
        rows={overview.departments.map((row) => [
          row.department ?? NO_DEPARTMENT,
          plainUnits(row.counted),
          plainUnits(row.expected),
          signedUnits(row.difference),
          signedMoney(row.value?.difference ?? null),
        ])}
      />
      <PrintTable title="Largest gains" columns={CODE_COLUMNS} rows={overview.topGains.map(codeRow)} />
      <PrintTable title="Largest losses" columns={CODE_COLUMNS} rows={overview.topLosses.map(codeRow)} />
    </PrintLayout>
  );
}

const CODE_COLUMNS = ["SKU", "Description", "Counted", "Expected", "Difference", "Value"] as const;
const codeRow = (row: CodeVariance): string[] => [
  codeTitle(row.code),
  row.description ?? "",
  plainUnits(row.counted),
  plainUnits(row.expected),
  signedUnits(row.difference),
  signedMoney(row.value),
];
