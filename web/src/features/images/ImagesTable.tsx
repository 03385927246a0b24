import type { ImageListItem, Project } from "@precount/domain";
import { Link, useNavigate } from "@tanstack/react-router";
import { Table } from "antd";
import type { ReactElement } from "react";
import { toImage, useEventPlace } from "../../lib/event-place.ts";
import type { Paging } from "../../lib/paging.ts";
import { IMAGE_SORTS, type ImagesSearch } from "../../lib/search.ts";
import { sortOf } from "../../lib/sort.ts";
import { useMedia } from "../../lib/use-media.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { onlyInHead } from "../../ui/OnlyInHead.tsx";
import { tablePages } from "../../ui/table.ts";
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
  paging: Paging;
  search: ImagesSearch;
  selection: Selection;
  verbs: ImageVerbs;
  onSearch: (changes: ImagesChanges) => void;
};

export function ImagesTable(props: Props): ReactElement {
  const { event, images, total, isPending, isStale, paging, search, selection, verbs, onSearch } = props;
  const navigate = useNavigate();
  const place = useEventPlace();
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
  return (
    <Table<ImageListItem>
      className={`pc-panel ${styles["table"] ?? ""} ${search.mark?.includes("failed") ? (styles["reasons"] ?? "") : ""}`}
      size="small"
      rowKey="sid"
      columns={columnsFor({ event, search, verbs, isPhone })}
      dataSource={[...images]}
      loading={isPending}
      scroll={{ x: "max-content" }}
      pagination={tablePages(paging, total)}
      locale={{ emptyText: isPending ? <div style={{ height: 160 }} /> : empty }}
      rowSelection={{
        selectedRowKeys: [...selection.sids],
        // Those of other pages stay selected.
        preserveSelectedRowKeys: true,
        onChange: (keys) => selection.select(keys.map(String)),
        // Rows of the filter before would be taken for those of this one.
        getCheckboxProps: ({ name }) => ({ "aria-label": `Select ${name}`, disabled: isStale }),
        columnTitle: onlyInHead,
        getTitleCheckboxProps: () => ({ "aria-label": "Select this page", disabled: isStale }),
        // A finger that misses the box by a little does not open the photo.
        onCell: () => ({ onClick: (click) => click.stopPropagation() }),
        columnWidth: 44,
        fixed: !isPhone,
      }}
      onRow={(image) => ({
        className: styles["row"] ?? "",
        onClick: () => void navigate(toImage(place, event.slug, image.sid)),
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
