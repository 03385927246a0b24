import { type CodeVariance, NO_DEPARTMENT, type VarianceMeasure } from "@precount/domain";
import type { ReactElement } from "react";
import type { RouterOutputs } from "../../../shared/api/trpc.ts";
import { BarChart } from "../../../ui/chart/BarChart.tsx";
import type { ChartBar } from "../../../ui/chart/chart-bar.ts";
import styles from "./Variance.module.css";
import { codeTitle, signedBy } from "./format.ts";

export type Overview = NonNullable<RouterOutputs["variance"]["getVariance"]["overview"]>;

/** More departments are in the table below. */
const MAX_DEPARTMENT_BARS = 12;
/** Bars on each side of zero: few enough to see the tables below. */
const MAX_CODE_BARS = 6;

type Props = { overview: Overview; measure: VarianceMeasure; width?: number };

/** The largest gains and losses, and the departments. */
export function VarianceCharts({ overview, measure, width }: Props): ReactElement {
  const fixed = width === undefined ? {} : { width };
  const ofCode = (row: CodeVariance): number => (measure === "value" ? row.value : row.difference) ?? 0;
  const codes = [
    ...overview.topGains.slice(0, MAX_CODE_BARS),
    ...overview.topLosses.slice(0, MAX_CODE_BARS).toReversed(),
  ].map((row): ChartBar => ({
    key: row.code,
    label: labelOf(row),
    value: ofCode(row),
  }));
  const departments = overview.departments.slice(0, MAX_DEPARTMENT_BARS).map((row): ChartBar => ({
    key: row.department ?? "",
    label: row.department ?? NO_DEPARTMENT,
    value: measure === "value" ? (row.value?.difference ?? 0) : row.difference,
  }));
  const value = measure === "value" ? "Difference in value" : "Difference in units";
  return (
    <div className={styles["charts"]}>
      {codes.length > 0 && (
        <section className={`pc-panel ${styles["chart"] ?? ""}`} aria-label="Largest differences">
          <BarChart
            title={`Largest gains and losses: ${value.toLowerCase()}`}
            bars={codes}
            columns={["Code", value]}
            format={signedBy(measure)}
            {...fixed}
          />
        </section>
      )}
      {departments.length > 1 && (
        <section className={`pc-panel ${styles["chart"] ?? ""}`} aria-label="Departments">
          <BarChart
            title={`Departments: ${value.toLowerCase()}`}
            bars={departments}
            columns={["Department", value]}
            format={signedBy(measure)}
            {...fixed}
          />
        </section>
      )}
    </div>
  );
}

const labelOf = ({ code, description }: CodeVariance): string =>
  description === null ? codeTitle(code) : `${code} ${description}`;
