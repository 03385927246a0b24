import { Slider } from "antd";
import { type ReactElement, useState } from "react";
import { fullDate, shortDate } from "../../../shared/time/dates.ts";
import styles from "./History.module.css";

type Moments = [from: string, until: string];
type Props = { first: string; last: string; value: Moments; onChange: (value: Moments) => void };

/** Steps of the whole slider: an arrow key moves by one. */
const STEPS = 500;
const toIso = (time: number): string => new Date(time).toISOString();
const describe = (time: number | undefined): string => (time === undefined ? "" : fullDate(toIso(time)));

/** Chooses two moments between the first image and now. */
export function MomentSlider({ first, last, value, onChange }: Props): ReactElement {
  const [min, max] = [Date.parse(first), Date.parse(last)];
  const given = value.map((iso) => Date.parse(iso));
  const [moved, setMoved] = useState<number[] | null>(null);
  const [start = min, end = max] = moved ?? given;
  return (
    <section className={`pc-panel ${styles["moments"] ?? ""}`} aria-label="Moments">
      <div className={styles["ends"]}>
        <span>
          From <time dateTime={toIso(start)}>{shortDate(toIso(start))}</time>
        </span>
        <span>
          until <time dateTime={toIso(end)}>{shortDate(toIso(end))}</time>
        </span>
      </div>
      <Slider
        range
        min={min}
        max={max}
        step={Math.max(1, Math.round((max - min) / STEPS))}
        value={[start, end]}
        tooltip={{ formatter: describe }}
        ariaLabelForHandle={["From", "Until"]}
        ariaValueTextFormatterForHandle={[describe, describe]}
        onChange={setMoved}
        onChangeComplete={([from = min, until = max]) => {
          setMoved(null);
          onChange([toIso(from), toIso(until)]);
        }}
      />
    </section>
  );
}
