import { type VarianceTotals as Totals, countedShare, percentOf } from "@precount/domain";
import type { ReactElement } from "react";
import styles from "./Variance.module.css";
import { NO_VALUE, plainMoney, plainUnits, signedMoney, signedPercent, signedUnits } from "./format.ts";

/** The figures of the whole event. */
export function VarianceTotals({ totals }: { totals: Totals }): ReactElement {
  return (
    <dl className={styles["totals"]}>
      {totalFigures(totals).map(({ title, value, detail }) => (
        <div key={title} className={`pc-panel ${styles["total"] ?? ""}`}>
          <dt className="pc-quiet">{title}</dt>
          <dd>
            <span className={styles["figure"]}>{value}</span> <span className="pc-quiet">{detail}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function totalFigures(totals: Totals): { title: string; value: string; detail: string }[] {
  const { counted, expected, difference, value, gains, losses, codes } = totals;
  const share = countedShare(totals);
  return [
    { title: "Counted units", value: plainUnits(counted), detail: `of ${plainUnits(expected)} expected` },
    {
      title: "Difference in units",
      value: signedUnits(difference),
      detail: `${signedPercent(percentOf(difference, expected))} · gains ${signedUnits(gains)} · losses ${signedUnits(losses)}`,
    },
    ...(value
      ? [
          {
            title: "Difference in value",
            value: signedMoney(value.difference),
            detail: `of ${plainMoney(value.expected)} · gains ${signedMoney(value.gains)} · losses ${signedMoney(value.losses)}`,
          },
        ]
      : []),
    {
      title: "Codes counted",
      value: share === null ? NO_VALUE : `${share} %`,
      detail: `${plainUnits(codes.counted)} of ${plainUnits(codes.expected)} · ${plainUnits(codes.notCounted)} not counted`,
    },
  ];
}
