import type { ImageListItem, Project } from "@precount/domain";
import { Link, useNavigate } from "@tanstack/react-router";
import { Table } from "antd";
import { type ReactElement, memo } from "react";
import { toImage, useEventSection } from "../../../shared/images/event-section.ts";
import { IMAGE_SORTS, type ImagesSearch } from "../../../shared/paging/search.ts";
import { sortOf } from "../../../shared/paging/sort.ts";
import { useMedia } from "../../../shared/browser/use-media.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { tablePages } from "../../../ui/table.ts";
import { columnsFor } from "./columns.tsx";
import type { ImagesChanges } from "./images-changes.ts";
import styles from "./Images.module.css";
import type { ImageVerbs } from "./RowActions.tsx";
import type { Selection } from "./use-selection.ts";

type Props = {
  event: Project;
  images: readonly ImageListItem[];
  total: number;
  isPending: boolean;
  /** What is shown is of the filter or page before: what was asked for is on its way. */
  isStale: boolean;
  page: number;
  pageSize: number;
  search: ImagesSearch;
  selection: Selection;
  verbs: ImageVerbs;
  onSearch: (changes: ImagesChanges) => void;
};

/** Each of its props stays the same as long as it may: what is selected is the boxes' own affair. */
export const ImagesTable = memo((props: Props): ReactElement => {
  const { event, images, total, isPending, isStale, page, pageSize, search, selection, verbs, onSearch } = props;
  const navigate = useNavigate();
  const place = useEventSection();
  const isPhone = useMedia("(max-width: 600px)");
  const isFiltered = search.status !== undefined || search.mark !== undefined || search.search !== undefined;
  const empty = isFiltered ? (
    <EmptyState text="No image matches. Clear the filters to see them all." />
  ) : (
    <EmptyState text="There are no photos in this event yet.">
      <Link to="/projects/$projectId/eventImages/upload" params={{ projectId: event.slug }}>
        Upload the first ones
      </Link>
    </EmptyState>
  );
  if (isPending) return <LoadingRows />;
  return (
    <Table<ImageListItem>
      className={`pc-panel ${styles["table"] ?? ""} ${search.mark?.includes("failed") ? (styles["reasons"] ?? "") : ""}`}
      size="small"
      rowKey="sid"
      columns={columnsFor({ event, images, isStale, search, selection, verbs, isPhone })}
      dataSource={[...images]}
      scroll={{ x: "max-content" }}
      pagination={tablePages({ page, pageSize }, total)}
      locale={{ emptyText: empty }}
      onRow={(image) => ({
        className: styles["row"] ?? "",
        onClick: () => void navigate(toImage(place, event.slug, image.sid)),
      })}
      onChange={(wantedPage, _filters, sorter) => {
        const wanted = sortOf(sorter);
        onSearch({
          page: wantedPage.pageSize === pageSize ? (wantedPage.current ?? 1) : 1,
          pageSize: wantedPage.pageSize ?? pageSize,
          sort: IMAGE_SORTS.find((known) => known === wanted),
        });
      }}
    />
  );
});
