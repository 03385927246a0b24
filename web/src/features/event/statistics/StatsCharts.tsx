import { type DoubtShare, sharePercent } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { type RouterOutputs, trpc } from "../../../shared/api/trpc.ts";
import { BarChart } from "../../../ui/chart/BarChart.tsx";
import { ChartGroup, ChartPanel } from "../../../ui/chart/ChartGroup.tsx";
import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";

type Figures = RouterOutputs["project"]["getStatsFigures"];
type Measure = "doubtful" | "corrected";

const MEASURES: readonly { value: Measure; label: string }[] = [
  { value: "doubtful", label: "Doubtful" },
  { value: "corrected", label: "Corrected" },
];

const percent = (value: number): string => `${value.toLocaleString("en-GB")} %`;
const plain = (value: number): string => value.toLocaleString("en-GB");
const HOUR = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** Doubts and corrections in charts. */
export function StatsCharts({ slug }: { slug: string }): ReactElement | null {
  const [measure, setMeasure] = useState<Measure>("doubtful");
  const { data } = useQuery(trpc.project.getStatsFigures.queryOptions({ slug }));
  if (data?.byModel.every(({ stickers }) => stickers === 0)) return null;
  const tools = (
    <SegmentedControl<Measure>
      aria-label="Share of stickers"
      value={measure}
      options={[...MEASURES]}
      onChange={setMeasure}
    />
  );
  return (
    <ChartGroup tools={data && tools}>
      {data && (
        <>
          <Shares title="by model" of={data.byModel} measure={measure} nameOf={(name) => name} />
          <Shares
            title="by area"
            of={data.byArea}
            measure={measure}
            nameOf={(name) => (name === "" ? "No area" : `Area ${name}`)}
          />
          <Shares title="by hour" of={data.byHour} measure={measure} nameOf={(hour) => HOUR.format(new Date(hour))} />
          <Digits digits={data.digits} />
          {data.people && <People people={data.people} />}
        </>
      )}
    </ChartGroup>
  );
}

const TITLES: Readonly<Record<Measure, string>> = {
  doubtful: "Stickers that the model left in doubt",
  corrected: "Stickers that a person corrected",
};

type SharesProps = { title: string; of: readonly DoubtShare[]; measure: Measure; nameOf: (name: string) => string };

function Shares({ title, of, measure, nameOf }: SharesProps): ReactElement {
  return (
    <ChartPanel name={`${TITLES[measure]} ${title}`}>
      <BarChart
        title={`${TITLES[measure]}, ${title}`}
        columns={["Name", "Share of stickers"]}
        format={percent}
        bars={of.map((row) => ({
          key: row.name,
          label: nameOf(row.name),
          value: sharePercent(row[measure], row.stickers),
        }))}
      />
    </ChartPanel>
  );
}

function Digits({ digits }: Pick<Figures, "digits">): ReactElement | null {
  if (digits.length === 0) return null;
  return (
    <ChartPanel name="Confused digits">
      <BarChart
        title="Digits confused most: read → correct"
        columns={["Digits", "Corrections"]}
        format={plain}
        bars={digits.map(({ read, correct, count }) => ({
          key: read + correct,
          label: `${read} → ${correct}`,
          value: count,
        }))}
      />
    </ChartPanel>
  );
}

function People({ people }: { people: NonNullable<Figures["people"]> }): ReactElement | null {
  if (people.length === 0) return null;
  return (
    <ChartPanel name="Images approved by person">
      <BarChart
        title="Images approved by person, per active hour"
        columns={["Person", "Images per hour"]}
        format={plain}
        bars={people.map(({ name, approved, activeHours }) => ({
          key: name,
          label: `${name} (${plain(approved)} images)`,
          value: Math.round((10 * approved) / Math.max(1, activeHours)) / 10,
        }))}
      />
    </ChartPanel>
  );
}
