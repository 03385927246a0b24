import { type ProjectOverview, estimateEventFinish, paceBars } from "@precount/domain";
import type { ReactElement } from "react";
import { describeFinish } from "../../shared/time/describe-finish.ts";
import { useNow } from "../../shared/time/use-now.ts";
import { ColumnChart } from "../../ui/chart/ColumnChart.tsx";
import styles from "./EventCard.module.css";

/** The last hour of an event as a small chart, and when it will be finished. */
export function Pace({ event, aheadMs }: { event: ProjectOverview; aheadMs: number }): ReactElement {
  // The query refreshes the card often enough; a running clock would render every card each second.
  const nowMs = useNow(false) + aheadMs;
  const { settled } = event.pace;
  const lastHour = settled.reduce((sum, { count }) => sum + count, 0);
  const finish = estimateEventFinish(event, nowMs);
  const isQuiet = finish.kind === "not_started" && event.images.settled > 0;
  return (
    <div className={styles["pace"]}>
      {lastHour > 0 ? (
        <ColumnChart
          title={`Images of ${event.name} approved or rejected in the last hour`}
          headings={["Five minutes", "Images"]}
          columns={paceBars(settled, nowMs).map(({ endsMinAgo, count }) => ({
            label: endsMinAgo === 0 ? "now" : `${endsMinAgo} minutes ago`,
            value: count,
          }))}
        />
      ) : (
        <span className="pc-quiet">No image approved or rejected in the last hour</span>
      )}
      <dl>
        <dt>Last hour</dt>
        <dd>{lastHour.toLocaleString("en-GB")}</dd>
        <dt>Finish</dt>
        <dd>{isQuiet ? "Unknown" : describeFinish(finish, nowMs)}</dd>
      </dl>
    </div>
  );
}
