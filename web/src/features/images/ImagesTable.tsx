import type { ImageListItem } from "@precount/domain";
import { Link, useNavigate } from "@tanstack/react-router";
import { Table, type TableColumnsType, Tag } from "antd";
import type { ReactElement } from "react";
import type { Paging } from "../../lib/paging.ts";
import { photoUrl } from "../../lib/photo-url.ts";
import { IMAGE_SORTS, type ImagesSearch } from "../../lib/search.ts";
import { sortOf, sortOrderOf } from "../../lib/sort.ts";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ProgressCell } from "../../ui/ProgressCell.tsx";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { IMAGE_LOOKS } from "../../ui/status.tsx";
import { tablePages } from "../../ui/table.ts";
import type { ImagesChanges } from "./images-changes.ts";
import styles from "./Images.module.css";
import { JobCell } from "./JobCell.tsx";
import { RowActions } from "./RowActions.tsx";

type Props = {
  slug: string;
  images: readonly ImageListItem[];
  total: number;
  isPending: boolean;
  paging: Paging;
  search: ImagesSearch;
  onSearch: (changes: ImagesChanges) => void;
};

const columnsFor = (slug: string, sort: string | undefined): TableColumnsType<ImageListItem> => [
  {
    key: "name",
    title: "Name",
    sorter: true,
    sortOrder: sortOrderOf(sort, "name"),
    render: (_, image) => (
      <span className={styles["nameCell"]}>
        <img
          src={photoUrl(image.src, 320)}
          alt=""
          width={48}
          height={32}
          loading="lazy"
          decoding="async"
          className={styles["thumbnail"]}
        />
        <Link
          to="/projects/$projectId/eventImages/images/$imageId"
          params={{ projectId: slug, imageId: image.sid }}
          className={styles["name"]}
          title={image.name}
        >
          {image.name}
        </Link>
      </span>
    ),
  },
  {
    key: "status",
    title: "Status",
    render: (_, image) => (
      <span className={styles["statusCell"]}>
        <StatusTag look={IMAGE_LOOKS[image.status]} />
        {image.belowThreshold && <Tag variant="outlined">Below threshold</Tag>}
      </span>
    ),
  },
  {
    key: "validPercent",
    title: "Valid detections",
    sorter: true,
    sortOrder: sortOrderOf(sort, "validPercent"),
    render: (_, image) => <ProgressCell percent={image.validPercent} label={`Valid detections of ${image.name}`} />,
  },
  {
    key: "stickers",
    title: "Stickers",
    align: "right",
    render: (_, { stats }) => stats.stickerPredictionsCount + stats.addedStickersCount,
  },
  { key: "job", title: "Detection", render: (_, image) => <JobCell image={image} /> },
  {
    key: "createdAt",
    title: "Uploaded",
    sorter: true,
    sortOrder: sortOrderOf(sort, "createdAt"),
    render: (_, image) => <DateText iso={image.createdAt} />,
  },
  {
    key: "actions",
    fixed: "end",
    title: <span className="pc-visually-hidden">Actions</span>,
    align: "right",
    render: (_, image) => <RowActions slug={slug} image={image} />,
  },
];

export function ImagesTable({ slug, images, total, isPending, paging, search, onSearch }: Props): ReactElement {
  const navigate = useNavigate();
  const isFiltered = search.status !== undefined || search.search !== undefined;
  const empty = isFiltered ? (
    <EmptyState text="No image matches." />
  ) : (
    <EmptyState text="There are no photos in this event yet.">
      <Link to="/projects/$projectId/eventImages/upload" params={{ projectId: slug }}>
        Upload the first ones
      </Link>
    </EmptyState>
  );
  return (
    <Table<ImageListItem>
      className="pc-panel"
      size="small"
      rowKey="sid"
      columns={columnsFor(slug, search.sort)}
      dataSource={[...images]}
      loading={isPending}
      scroll={{ x: "max-content" }}
      pagination={tablePages(paging, total)}
      locale={{ emptyText: isPending ? <div style={{ height: 160 }} /> : empty }}
      onRow={(image) => ({
        className: styles["row"] ?? "",
        onClick: () =>
          void navigate({
            to: "/projects/$projectId/eventImages/images/$imageId",
            params: { projectId: slug, imageId: image.sid },
          }),
      })}
      onChange={({ current, pageSize }, _filters, sorter) => {
        const wanted = sortOf(sorter);
        onSearch({
          page: pageSize === paging.pageSize ? (current ?? 1) : 1,
          pageSize: pageSize ?? paging.pageSize,
          sort: IMAGE_SORTS.find((known) => known === wanted),
        });
      }}
    />
  );
}
