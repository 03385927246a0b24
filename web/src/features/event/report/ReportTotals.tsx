import type { ReactElement } from "react";
import styles from "./Report.module.css";
import { type ReportCover, figure } from "./report-cover.ts";

export function ReportTotals({ totals }: Pick<ReportCover, "totals">): ReactElement {
  const figures = [
    ["Stickers", totals.rows],
    ["Quantity", totals.quantity],
    ["SKUs", totals.skus],
    ["Images", totals.images],
  ] as const;
  return (
    <dl className={styles["totals"]}>
      {figures.map(([name, value]) => (
        <div key={name} className={`pc-panel ${styles["total"] ?? ""}`}>
          <dt className="pc-quiet">{name}</dt>
          <dd>{figure(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
