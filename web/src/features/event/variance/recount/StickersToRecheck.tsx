import type { StickerToRecheck, VarianceMeasure } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import styles from "../Variance.module.css";
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
  { key: "units", title: "Units", align: "right", render: (_, row) => plainUnits(row.units) },
  {
    key: "difference",
    title: "Difference of the code",
    align: "right",
    responsive: ["sm"],
    render: (_, row) => `${signedUnits(row.difference)} of ${plainUnits(row.expected)}`,
  },
  {
    key: "worth",
    title: "Recheck worth",
    align: "right",
    render: (_, { worth }) => (measure === "value" ? plainMoney(worth.value) : plainUnits(worth.units)),
  },
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
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false, placement: ["bottomEnd"] }}
      />
    </section>
  );
}
