import type { ReactElement } from "react";
import { Legend, Line, LineChart, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { RELIABILITY_HEIGHT_PX, type ReliabilityCurve, pointsOf } from "./reliability-curve.ts";

/** The last curve has the primary color; those before it are dashed. */
const LOOKS = { last: { stroke: "var(--pc-primary)" }, other: { stroke: "var(--pc-text-2)", strokeDasharray: "4 3" } };

const TICKS = [0, 25, 50, 75, 100];
const percent = (value: number): string => `${value} %`;
const AXIS = {
  type: "number",
  domain: [0, 100],
  ticks: TICKS,
  tickFormatter: percent,
  stroke: "currentColor",
  fontSize: 12,
} as const;
const DIAGONAL = [
  { x: 0, y: 0 },
  { x: 100, y: 100 },
] as const;

/** The drawing of a ReliabilityChart. */
export default function Curves({ curves }: { curves: readonly ReliabilityCurve[] }): ReactElement {
  return (
    <ResponsiveContainer width="100%" height={RELIABILITY_HEIGHT_PX}>
      <LineChart accessibilityLayer={false} margin={{ top: 8, right: 24, bottom: 0, left: 0 }}>
        <XAxis dataKey="certainty" {...AXIS} />
        <YAxis dataKey="right" width={52} {...AXIS} />
        <ReferenceLine segment={DIAGONAL} stroke="currentColor" strokeOpacity={0.35} />
        <Legend />
        {curves.map((curve, n) => (
          <Line
            key={curve.key}
            data={pointsOf(curve)}
            dataKey="right"
            name={curve.title}
            isAnimationActive={false}
            strokeWidth={2}
            {...(n === curves.length - 1 ? LOOKS.last : LOOKS.other)}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}
