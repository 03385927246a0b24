import type { FoundImage, Project } from "@precount/domain";
import { useNavigate } from "@tanstack/react-router";
import { Table } from "antd";
import { type ReactElement, useEffect, useState } from "react";
import { storedImageList } from "../../../shared/images/image-list.ts";
import { toImage, useEventSection } from "../../../shared/images/event-section.ts";
import { IMAGE_SORTS, type ImagesSearch } from "../../../shared/paging/search.ts";
import { withSortOrder } from "../../../shared/paging/sort.ts";
import { type TableState, useTableProps } from "../../../shared/paging/use-table.ts";
import { useMedia } from "../../../shared/browser/use-media.ts";
import { isFocusFree } from "../../../ui/content.ts";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { clickableRow } from "../../../ui/clickable-row.ts";
import { columnsFor } from "./columns.tsx";
import styles from "./Images.module.css";
import { NoImages } from "../../../shared/images/NoImages.tsx";
import type { ImageActions } from "./RowActions.tsx";
import type { Selection } from "./use-selection.ts";

type Props = {
  event: Project;
  images: readonly FoundImage[];
  /** Undefined while loading. */
  total: number | undefined;
  isPending: boolean;
  /** The rows are of the previous filter or page, while the next ones load. */
  isStale: boolean;
  table: TableState<ImagesSearch>;
  selection: Selection;
  actions: ImageActions;
  /** The image whose review the user comes back from; null when the list was opened in another way. */
  returnedFrom: string | null;
};

/** A change of the selection re-renders only the checkboxes, which subscribe to it. */
export function ImagesTable(props: Props): ReactElement {
  const { event, images, total, isPending, isStale, table, selection, actions, returnedFrom } = props;
  const { search } = table;
  const navigate = useNavigate();
  const section = useEventSection();
  const tableProps = useTableProps<FoundImage>(table, total, IMAGE_SORTS);
  const isPhone = useMedia("(max-width: 600px)");
  const marked = useReturnedRow(event.slug, returnedFrom, images);
  if (isPending) return <LoadingRows />;
  return (
    <Table<FoundImage>
      {...tableProps}
      className={`pc-panel ${styles["table"] ?? ""} ${search.mark?.includes("failed") ? (styles["reasons"] ?? "") : ""}`}
      size="small"
      rowKey="sid"
      columns={withSortOrder(columnsFor({ event, images, isStale, search, selection, actions, isPhone }), search.sort)}
      dataSource={[...images]}
      locale={{ emptyText: <NoImages slug={event.slug} search={search} /> }}
      onRow={({ sid }) => ({
        ...clickableRow(() => void navigate(toImage(section, event.slug, sid)), styles["row"]),
        "data-returned": sid === marked,
      })}
    />
  );
}

/**
 * The row to mark after a return: the image that was reviewed last, or the next one of its list when the filter no longer matches it.
 * Its link gets the focus, so that the keyboard goes on from there.
 */
function useReturnedRow(slug: string, from: string | null, images: readonly FoundImage[]): string | null {
  const [marked, setMarked] = useState<string | null>(null);
  if (from !== null && marked === null && images.length > 0) {
    const list = storedImageList(slug) ?? [];
    const ahead = [from, ...list.slice(list.indexOf(from) + 1)];
    const shown = new Set(images.map(({ sid }) => sid));
    setMarked(ahead.find((sid) => shown.has(sid)) ?? from);
  }
  useEffect(() => {
    if (marked === null) return;
    const link = document.querySelector<HTMLElement>("[data-returned=true] a");
    if (isFocusFree()) link?.focus({ preventScroll: true });
  }, [marked]);
  return marked;
}
