import type { LatestReport } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { DateText } from "../../ui/DateText.tsx";
import styles from "./HomeScreen.module.css";

/** The newest reports with their totals, and the change against the version before. */
export function LatestReports({ reports }: { reports: readonly LatestReport[] }): ReactElement {
  return (
    <section className={styles["active"]} aria-labelledby="latest-reports">
      <div className={styles["heading"]}>
        <h2 id="latest-reports">Latest reports</h2>
      </div>
      <ul className={`pc-panel ${styles["reports"] ?? ""}`}>
        {reports.map(({ sid, version, createdAt, event, totals, before }) => (
          <li key={sid}>
            <Link
              to="/projects/$projectId/reports/$reportId"
              params={{ projectId: event.slug, reportId: sid }}
              className={styles["report"]}
              title={event.name}
            >
              <bdi>{event.name}</bdi> v{version}
            </Link>
            <span className={styles["when"]}>
              <DateText iso={createdAt} />
            </span>
            <Figure title="Rows" value={totals.rows} before={before?.rows} />
            <Figure title="Quantity" value={totals.quantity} before={before?.quantity} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figure({ title, value, before }: { title: string; value: number; before: number | undefined }): ReactElement {
  return (
    <span className={styles["figure"]}>
      <span className="pc-quiet">{title}</span> <strong>{value.toLocaleString("en-GB")}</strong>{" "}
      <span className="pc-quiet">{before === undefined ? "" : describeChange(value - before)}</span>
    </span>
  );
}

const describeChange = (change: number): string =>
  change === 0 ? "unchanged" : `${change > 0 ? "+" : "−"}${Math.abs(change).toLocaleString("en-GB")}`;
