import {
  type AreaThroughput,
  type Throughput,
  estimateFinish,
  laterFinish,
  computeThroughput as paceOf,
} from "@precount/domain";
import type { ReactElement } from "react";
import { useNow } from "../../../../shared/time/use-now.ts";
import styles from "./Wall.module.css";
import { describeFinish } from "../../../../shared/time/describe-finish.ts";
import type { WallFigures } from "./wall-figures.ts";

type Props = { pace: AreaThroughput; figures: WallFigures; aheadMs: number };

/** The current pace, and the estimated completion times. */
export function PaceCard({ pace, figures: { counts }, aheadMs }: Props): ReactElement {
  const nowMs = useNow(true) + aheadMs;
  const photographed = paceOf(pace.photographed, nowMs);
  const accepted = paceOf(pace.accepted, nowMs);
  const toPhotograph = counts.not_taken + counts.rejected;
  const lastPhoto = estimateFinish(toPhotograph, photographed, nowMs);
  const lastAccepted = laterFinish(lastPhoto, estimateFinish(toPhotograph + counts.pending, accepted, nowMs));
  return (
    <section className={styles["pace"]} aria-label="Pace">
      <dl>
        <PerHour title="Photographed per hour" pace={photographed} />
        <PerHour title="Accepted per hour" pace={accepted} />
        <div>
          <dt>All photographed</dt>
          <dd className={styles["when"]}>{describeFinish(lastPhoto, nowMs)}</dd>
        </div>
        <div>
          <dt>All accepted</dt>
          <dd className={styles["when"]}>{describeFinish(lastAccepted, nowMs)}</dd>
        </div>
      </dl>
    </section>
  );
}

function PerHour({ title, pace }: { title: string; pace: Throughput }): ReactElement {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <span className={styles["rate"]}>
          <strong>{perHour(pace.perHourNow)}</strong> last 30 min
        </span>
        <span className={styles["rate"]}>
          <strong className={styles["second"]}>{perHour(pace.perHourSinceStart)}</strong> since the start
        </span>
      </dd>
    </div>
  );
}

const perHour = (figure: number | null): string => (figure === null ? "–" : Math.round(figure).toLocaleString("en-GB"));
