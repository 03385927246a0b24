import type { StickerToRecheck, VarianceMeasure } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import styles from "../Variance.module.css";
import { figureColumn, localPaging } from "../figure-column.ts";
import { codeTitle, plainMoney, plainUnits, signedUnits } from "../format.ts";

type Props = { slug: string; stickers: readonly StickerToRecheck[]; measure: VarianceMeasure };

const columns = (slug: string, measure: VarianceMeasure): TableColumnsType<StickerToRecheck> => [
  {
    key: "sticker",
    title: "Sticker",
    render: (_, { imageSid, result, code, description }) => (
      <>
        <Link
          to="/projects/$projectId/eventImages/images/$imageId"
          params={{ projectId: slug, imageId: imageSid }}
          search={{ detection: result }}
        >
          <span className="pc-code">{codeTitle(code)}</span>
        </Link>{" "}
        <bdi>{description}</bdi>
      </>
    ),
  },
  { key: "area", title: "Area", responsive: ["sm"], render: (_, { area }) => area?.name ?? "" },
  figureColumn("units", "Units", (row) => plainUnits(row.units)),
  figureColumn(
    "difference",
    "Difference of the code",
    (row) => `${signedUnits(row.difference)} of ${plainUnits(row.expected)}`,
    { responsive: ["sm"] },
  ),
  figureColumn("worth", "Recheck worth", ({ worth }) =>
    measure === "value" ? plainMoney(worth.value) : plainUnits(worth.units),
  ),
];

/** The stickers whose recheck is worth most. Each opens in the review. */
export function StickersToRecheck({ slug, stickers, measure }: Props): ReactElement | null {
  if (stickers.length === 0) return null;
  return (
    <section className={`pc-panel ${styles["group"] ?? ""}`} aria-labelledby="recheck-stickers">
      <h2 id="recheck-stickers">Stickers worth a recheck</h2>
      <Table<StickerToRecheck>
        size="small"
        rowKey={({ imageSid, result }) => `${imageSid}.${result}`}
        columns={columns(slug, measure)}
        dataSource={[...stickers]}
        pagination={localPaging(10)}
      />
    </section>
  );
}
