import { type AreaVariance, type Recount, RECOUNT_STATE_TITLES, type StickerToRecheck } from "@precount/domain";
import type { ReactElement } from "react";
import { usePrintTime } from "../../../../shared/browser/use-print-time.ts";
import { fullDate } from "../../../../shared/time/dates.ts";
import { PrintLayout } from "../../../../ui/PrintLayout.tsx";
import { PrintTable } from "../../../../ui/PrintTable.tsx";
import styles from "../Variance.module.css";
import { areaTitle, codeTitle, plainMoney, plainUnits, signedUnits } from "../format.ts";

type Props = {
  name: string;
  areas: readonly AreaVariance[];
  stickers: readonly StickerToRecheck[];
  recounts: readonly Recount[];
};

/** The printed recount list: checkboxes, and room for the second count. */
export function PrintedRecount({ name, areas, stickers, recounts }: Props): ReactElement {
  const time = usePrintTime();
  return (
    <PrintLayout title={`Recount list – ${name}`}>
      <p>Printed {fullDate(time)}</p>
      {recounts.length > 0 && (
        <PrintTable
          title="Recounts"
          columns={["Area", "Reason", "State", "First", "Second"]}
          rows={recounts.map(({ area, reason, state, first, second }) => [
            tickBox(area.name),
            reason,
            RECOUNT_STATE_TITLES[state],
            plainUnits(first.units),
            second ? plainUnits(second.units) : "",
          ])}
        />
      )}
      <PrintTable
        title="Areas worth a recount"
        columns={["Area", "Counted", "Difference", "Worth in value", "Second count"]}
        rows={areas.map(({ area, counted, difference, worth }) => [
          tickBox(areaTitle(area.name)),
          plainUnits(counted),
          signedUnits(difference),
          plainMoney(worth.value),
          "",
        ])}
      />
      <PrintTable
        title="Stickers worth a recheck"
        columns={["SKU", "Description", "Area", "Photo", "Units", "Difference", "Second count"]}
        rows={stickers.map((row) => [
          tickBox(codeTitle(row.code)),
          row.description ?? "",
          row.area?.name ?? "",
          row.imageName,
          plainUnits(row.units),
          signedUnits(row.difference),
          "",
        ])}
      />
    </PrintLayout>
  );
}

const tickBox = (text: string): ReactElement => (
  <span className={styles["tick"]}>
    <span className={styles["box"]} />
    {text}
  </span>
);
