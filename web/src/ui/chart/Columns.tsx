import type { ReactElement } from "react";
import { Bar, BarChart, ResponsiveContainer } from "recharts";
import { COLUMNS_HEIGHT_PX, type ChartColumn } from "./column-chart.ts";

/** The drawing of a ColumnChart. Empty columns are drawn as a line of one pixel, so that the hour is visible as a whole. */
export default function Columns({ columns }: { columns: readonly ChartColumn[] }): ReactElement {
  return (
    <ResponsiveContainer width="100%" height={COLUMNS_HEIGHT_PX}>
      <BarChart data={[...columns]} accessibilityLayer={false} margin={{ top: 0, bottom: 0, left: 0, right: 0 }}>
        <Bar
          dataKey="value"
          isAnimationActive={false}
          fill="var(--pc-primary)"
          minPointSize={1}
          radius={[2, 2, 0, 0]}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}
