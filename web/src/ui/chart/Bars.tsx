import type { ReactElement } from "react";
import { Bar, BarChart, Cell, LabelList, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { useMedia } from "../../shared/browser/use-media.ts";
import { BAR_HEIGHT_PX, type ChartBar } from "./chart-bar.ts";

/** Room for the values beside the bars, pixels. */
const VALUE_ROOM_PX = 76;
/** Room for the labels, pixels, and the characters that fit there. */
const WIDE = { labelRoomPx: 216, labelLength: 25 };
const NARROW = { labelRoomPx: 112, labelLength: 12 };
const FONT_PX = 13;

type Props = { bars: readonly ChartBar[]; format: (value: number) => string; width?: number };

/** The drawing of a BarChart. */
export default function Bars({ bars, format, width }: Props): ReactElement {
  const isNarrow = useMedia("(max-width: 600px)") && width === undefined;
  const { labelRoomPx, labelLength } = isNarrow ? NARROW : WIDE;
  const height = bars.length * BAR_HEIGHT_PX;
  // Labels are wider than bars on a phone, so they are cut off.
  const data = bars.map(({ key, label, value }) => ({ key, label: shorten(label, labelLength), value }));
  const hasNegative = bars.some(({ value }) => value < 0);
  const chart = (
    <BarChart
      data={data}
      layout="vertical"
      accessibilityLayer={false}
      margin={{ top: 0, bottom: 0, left: 0, right: VALUE_ROOM_PX }}
      {...(width !== undefined && { width, height })}
    >
      <XAxis type="number" hide padding={{ left: hasNegative ? VALUE_ROOM_PX : 0 }} />
      <YAxis
        type="category"
        dataKey="label"
        width={labelRoomPx}
        axisLine={false}
        tickLine={false}
        interval={0}
        tick={Label}
      />
      <ReferenceLine x={0} stroke="currentColor" strokeOpacity={0.45} />
      <Bar dataKey="value" isAnimationActive={false} maxBarSize={16}>
        {data.map(({ key, value }) => (
          <Cell key={key} fill={value < 0 ? "var(--pc-doubtful)" : "var(--pc-primary)"} />
        ))}
        <LabelList
          dataKey="value"
          position="right"
          fill="currentColor"
          fontSize={FONT_PX}
          formatter={(value) => format(Number(value))}
        />
      </Bar>
    </BarChart>
  );
  if (width !== undefined) return chart;
  return (
    <ResponsiveContainer width="100%" height={height}>
      {chart}
    </ResponsiveContainer>
  );
}

/** The library's own labels wrap, and then overlap. */
const Label = ({ x, y, payload }: LabelProps): ReactElement => (
  <text x={x} y={y} dy="0.32em" textAnchor="end" fill="currentColor" fontSize={FONT_PX}>
    {String(payload.value)}
  </text>
);
type LabelProps = { x: number | string; y: number | string; payload: { value: unknown } };

const shorten = (label: string, length: number): string =>
  label.length > length ? `${label.slice(0, length - 1)}…` : label;
