import { VALUE_ORIGINS, VALUE_ORIGIN_TITLES } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { type RouterOutputs, trpc } from "../../../shared/api/trpc.ts";
import { BarChart } from "../../../ui/chart/BarChart.tsx";
import { ChartGroup, ChartPanel } from "../../../ui/chart/ChartGroup.tsx";
import { REPORT_QUERY_OPTIONS } from "./report-query-options.ts";
import { figure } from "./report-cover.ts";
import { useReportSearch } from "./use-report-search.ts";

type Figures = RouterOutputs["report"]["getFigures"];

/** The report in three charts. */
export function ReportCharts(): ReactElement | null {
  const { input } = useReportSearch();
  const { data } = useQuery(trpc.report.getFigures.queryOptions(input, REPORT_QUERY_OPTIONS));
  if (data !== undefined && data.codes.length === 0) return null;
  return <ChartGroup>{data && <Charts figures={data} />}</ChartGroup>;
}

function Charts({ figures: { areas, codes, origins } }: { figures: Figures }): ReactElement {
  return (
    <>
      <ChartPanel name="Quantity by area">
        <BarChart
          title="Areas with the most units"
          columns={["Area", "Units"]}
          format={figure}
          bars={areas.map(({ area, quantity }) => ({
            key: area,
            label: area === "" ? "No area" : `Area ${area}`,
            value: quantity,
          }))}
        />
      </ChartPanel>
      <ChartPanel name="Top codes">
        <BarChart
          title="Codes with the most units"
          columns={["Code", "Units"]}
          format={figure}
          bars={codes.map(({ code, description, quantity }) => ({
            key: code,
            label: description === null ? code : `${code} ${description}`,
            value: quantity,
          }))}
        />
      </ChartPanel>
      {origins !== null && <Origins origins={origins} />}
    </>
  );
}

/** How many stickers a person confirmed or changed. */
function Origins({ origins }: { origins: NonNullable<Figures["origins"]> }): ReactElement {
  const all = Object.values(origins).reduce((sum, count) => sum + count, 0);
  return (
    <ChartPanel name="Confirmed and changed values">
      <BarChart
        title="Where the values come from"
        columns={["Origin", "Stickers"]}
        format={(count) => `${figure(count)} (${Math.round((100 * count) / Math.max(1, all))} %)`}
        bars={VALUE_ORIGINS.map((origin) => ({
          key: origin,
          label: VALUE_ORIGIN_TITLES[origin],
          value: origins[origin],
        }))}
      />
    </ChartPanel>
  );
}
