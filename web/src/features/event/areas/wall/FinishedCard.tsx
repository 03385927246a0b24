import { type AreaThroughput, formatDuration } from "@precount/domain";
import dayjs from "dayjs";
import type { ReactElement } from "react";
import styles from "./Wall.module.css";

const MINUTE_MS = 60_000;

/** The summary of a count in which no area is left: when it began and ended, and how long it took. */
export function FinishedCard({ pace: { photographed, accepted } }: { pace: AreaThroughput }): ReactElement | null {
  const first = photographed[0]?.minute;
  const last = accepted.at(-1)?.minute;
  if (first === undefined || last === undefined) return null;
  const areas = accepted.reduce((sum, { count }) => sum + count, 0);
  const minutes = Math.max(1, last - first);
  const isOneDay = dayjs(first * MINUTE_MS).isSame(last * MINUTE_MS, "day");
  const time = (minute: number): string => dayjs(minute * MINUTE_MS).format(isOneDay ? "HH:mm" : "ddd HH:mm");
  return (
    <section className={styles["pace"]} aria-label="Finished">
      <dl>
        <Fact title="First photo" text={time(first)} />
        <Fact title="Last accepted" text={time(last)} />
        <Fact title="Duration" text={formatDuration(minutes * MINUTE_MS)} />
        <Fact title="Accepted per hour" text={Math.round((60 * areas) / minutes).toLocaleString("en-GB")} />
      </dl>
    </section>
  );
}

function Fact({ title, text }: { title: string; text: string }): ReactElement {
  return (
    <div>
      <dt>{title}</dt>
      <dd className={styles["when"]}>{text}</dd>
    </div>
  );
}
