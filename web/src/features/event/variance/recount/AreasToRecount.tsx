import { type AreaVariance, type VarianceMeasure } from "@precount/domain";
import { Table, type TableColumnsType } from "antd";
import { type ReactElement, useState } from "react";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import styles from "../Variance.module.css";
import { figureColumn, localPaging } from "../figure-column.ts";
import { areaTitle, plainMoney, plainUnits, signedUnits } from "../format.ts";
import { PhotographAgainDialog } from "./PhotographAgainDialog.tsx";

type Props = {
  slug: string;
  areas: readonly AreaVariance[];
  measure: VarianceMeasure;
  /** Why areas cannot be photographed again; null if they can. */
  reason: string | null;
};

const columns = (measure: VarianceMeasure): TableColumnsType<AreaVariance> => [
  { key: "area", title: "Area", render: (_, { area }) => areaTitle(area.name) },
  figureColumn("counted", "Counted", (row) => plainUnits(row.counted), { responsive: ["sm"] }),
  figureColumn("difference", "Difference", (row) => signedUnits(row.difference)),
  figureColumn("worth", "Recount worth", ({ worth }) =>
    measure === "value" ? plainMoney(worth.value) : plainUnits(worth.units),
  ),
];

/** The areas whose recount is worth most. Chosen ones are photographed again. */
export function AreasToRecount({ slug, areas, measure, reason }: Props): ReactElement | null {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isAsking, setAsking] = useState(false);
  if (areas.length === 0) return null;
  // An area that was photographed again meanwhile is not in the list any more.
  const selected = areas.filter(({ area }) => area.sid !== null && chosen.includes(area.sid));
  return (
    <section className={`pc-panel ${styles["group"] ?? ""}`} aria-labelledby="recount-areas">
      <h2 id="recount-areas">Areas worth a recount</h2>
      <p>
        <ReasonButton
          type="primary"
          reason={reason ?? (selected.length === 0 ? "Choose areas in the table first." : null)}
          onClick={() => setAsking(true)}
        >
          {selected.length > 0 ? `Photograph again (${selected.length})` : "Photograph again"}
        </ReasonButton>
      </p>
      <Table<AreaVariance>
        size="small"
        rowKey={({ area }) => area.sid ?? ""}
        columns={columns(measure)}
        dataSource={[...areas]}
        rowSelection={{
          selectedRowKeys: [...chosen],
          onChange: (keys) => setChosen(keys.map(String)),
          getCheckboxProps: ({ area }) => ({ "aria-label": `Area ${area.name}` }),
          getTitleCheckboxProps: () => ({ "aria-label": "All areas" }),
        }}
        pagination={localPaging(10)}
      />
      <PhotographAgainDialog
        slug={slug}
        areas={selected}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onDone={() => setChosen([])}
      />
    </section>
  );
}
