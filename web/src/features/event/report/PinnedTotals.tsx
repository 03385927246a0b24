import type { ReactElement } from "react";
import styles from "./Report.module.css";
import { figure } from "./report-cover.ts";

type Props = { rows: number; quantity: number; isFiltered: boolean };

/** The sums of the shown rows, of all pages. They stay at the lower edge of the window while the rows scroll. */
export function PinnedTotals({ rows, quantity, isFiltered }: Props): ReactElement {
  return (
    <p className={`pc-panel ${styles["pinned"] ?? ""}`}>
      <span>{isFiltered ? "Matching rows" : "Whole report"}</span>
      <strong>
        {figure(rows)} {rows === 1 ? "sticker" : "stickers"}
      </strong>
      <strong>
        {figure(quantity)} {quantity === 1 ? "unit" : "units"}
      </strong>
    </p>
  );
}
