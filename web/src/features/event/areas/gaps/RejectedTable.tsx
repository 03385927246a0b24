import { Link } from "@tanstack/react-router";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { DateText } from "../../../../ui/DateText.tsx";
import { AREA_STATUS_DISPLAY } from "../../../../ui/status-display.tsx";
import styles from "./Gaps.module.css";
import type { RejectedGap } from "./gap-groups.ts";

const PAGE_SIZE = 30;

const columns = (slug: string): TableColumnsType<RejectedGap> => [
  { title: "Area", dataIndex: "name", className: "pc-number", width: 96 },
  {
    title: "Photo",
    render: (_, { rejected }) => (
      <>
        <Link
          to="/projects/$projectId/areas/images/$imageId"
          params={{ projectId: slug, imageId: rejected.imageSid }}
          className={styles["photo"] ?? ""}
        >
          <bdi>{rejected.imageName}</bdi>
        </Link>
        {/* A phone has no space for the columns of reason and person. */}
        <small className={styles["reasonBelow"]}>
          <bdi>{rejected.reason}</bdi>
        </small>
      </>
    ),
  },
  { title: "Rejected", width: 150, render: (_, { rejected }) => <DateText iso={rejected.at} /> },
  { title: "Reason", responsive: ["sm"], render: (_, { rejected }) => <bdi>{rejected.reason}</bdi> },
  { title: "By", responsive: ["sm"], render: (_, { rejected }) => <bdi>{rejected.by}</bdi> },
];

type Props = { slug: string; title: string; gaps: RejectedGap[] };

/** Areas whose photo was rejected. They come first, because they look finished in the store. Nothing when there are none. */
export function RejectedTable({ slug, title, gaps }: Props): ReactElement | null {
  if (gaps.length === 0) return null;
  return (
    <section className={`pc-panel ${styles["group"] ?? ""}`} aria-labelledby="gaps-rejected">
      <h2 id="gaps-rejected">
        <span aria-hidden="true" className={styles["rejected"]}>
          {AREA_STATUS_DISPLAY.rejected.icon}
        </span>
        {title}
      </h2>
      <Table
        size="small"
        rowKey="sid"
        columns={columns(slug)}
        dataSource={gaps}
        pagination={{ pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false, placement: ["bottomEnd"] }}
      />
    </section>
  );
}
