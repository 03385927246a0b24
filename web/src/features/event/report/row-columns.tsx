import { REPORT_FIELD_TITLES, type ShownReportRow, VALUE_ORIGIN_TITLES } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import type { TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { DateText } from "../../../ui/DateText.tsx";
import styles from "./Report.module.css";
import { RowCrop } from "./RowCrop.tsx";

/** The columns of a report's rows. On a phone, aisle and shelf are in the area's column. */
export const rowColumns = (slug: string): TableColumnsType<ShownReportRow> => [
  {
    key: "evidence",
    title: "Photo",
    render: (_, row) => <PlaceLink slug={slug} row={row} />,
  },
  {
    key: "code",
    title: REPORT_FIELD_TITLES.code,
    sorter: true,
    render: (_, { code, description }) => (
      <>
        <span className="pc-code">{code}</span>
        {description !== null && (
          <div className="pc-quiet">
            <bdi>{description}</bdi>
          </div>
        )}
      </>
    ),
  },
  {
    key: "quantity",
    title: REPORT_FIELD_TITLES.quantity,
    align: "right",
    sorter: true,
    onCell: () => ({ className: "pc-code" }),
    render: (_, { quantity }) => quantity,
  },
  {
    key: "areaCode",
    title: REPORT_FIELD_TITLES.areaCode,
    sorter: true,
    render: (_, { areaCode, bayCode, shelfCode }) => (
      <>
        {areaCode}
        <div className={`pc-quiet ${styles["phonePlace"] ?? ""}`}>
          {[bayCode && `bay ${bayCode}`, shelfCode && `shelf ${shelfCode}`].filter(Boolean).join(", ")}
        </div>
      </>
    ),
  },
  { key: "bayCode", title: REPORT_FIELD_TITLES.bayCode, responsive: ["sm"], render: (_, { bayCode }) => bayCode },
  {
    key: "shelfCode",
    title: REPORT_FIELD_TITLES.shelfCode,
    responsive: ["sm"],
    render: (_, { shelfCode }) => shelfCode,
  },
  {
    key: "approved",
    title: "Approved",
    responsive: ["md"],
    render: (_, { evidence }) =>
      evidence && (
        <>
          <bdi>{evidence.approvedBy}</bdi>
          <div className="pc-quiet">
            <DateText iso={evidence.approvedAt} /> · {VALUE_ORIGIN_TITLES[evidence.origin].toLowerCase()}
          </div>
        </>
      ),
  },
];

/** The crop, which opens the sticker in its photo. */
function PlaceLink({ slug, row }: { slug: string; row: ShownReportRow }): ReactElement {
  const { evidence, code, quantity } = row;
  if (evidence === null) return <span className="pc-quiet">Not stored</span>;
  const { image, index } = evidence;
  return (
    <Link
      className={styles["crop"] ?? ""}
      to="/projects/$projectId/eventImages/images/$imageId"
      params={{ projectId: slug, imageId: image.sid }}
      search={{ detection: index + 1 }}
      title={`Open in ${image.name}`}
    >
      {evidence.isRotated ? (
        <span>The photo was rotated later: open it</span>
      ) : (
        <RowCrop evidence={evidence} name={`Sticker ${code}, quantity ${quantity}, in ${image.name}`} />
      )}
    </Link>
  );
}
