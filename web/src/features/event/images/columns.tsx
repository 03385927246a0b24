import type { ImageListItem, Project } from "@precount/domain";
import type { TableColumnsType } from "antd";
import type { ImagesSearch } from "../../../shared/paging/search.ts";
import { sortOrderOf } from "../../../shared/paging/sort.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { ProgressCell } from "../../../ui/ProgressCell.tsx";
import { headerOnly } from "../../../ui/HeaderOnly.tsx";
import { NameCell } from "./NameCell.tsx";
import { type ImageVerbs, RowActions } from "./RowActions.tsx";
import { SelectBox, SelectPageBox } from "./SelectBox.tsx";
import { StatusCell } from "./StatusCell.tsx";
import type { Selection } from "./use-selection.ts";

type Look = {
  event: Project;
  images: readonly ImageListItem[];
  isStale: boolean;
  search: ImagesSearch;
  selection: Selection;
  verbs: ImageVerbs;
  /** Then an image's status stands under its name, and what one does not decide by is left out. */
  isPhone: boolean;
};

/** What the list shows of an image. */
export function columnsFor(look: Look): TableColumnsType<ImageListItem> {
  const { event, images, isStale, search, selection, verbs, isPhone } = look;
  const page = images.map(({ sid }) => sid);
  const boxes = { selection, page, disabled: isStale };
  const { sort, mark = [] } = search;
  const columns: TableColumnsType<ImageListItem> = [
    {
      key: "select",
      ...(isPhone ? {} : { fixed: "start" as const }),
      width: 44,
      // Ant Design's own, for its looks: its `rowSelection` draws every row anew for each tick.
      className: "ant-table-selection-column",
      title: headerOnly(<SelectPageBox {...boxes} />),
      // A finger that misses the box by a little does not open the photo.
      onCell: () => ({ onClick: (click) => click.stopPropagation() }),
      render: (_, { sid, name }) => <SelectBox {...boxes} sid={sid} name={name} />,
    },
    {
      key: "name",
      title: "Name",
      sorter: true,
      sortOrder: sortOrderOf(sort, "name"),
      render: (_, image) => <NameCell slug={event.slug} image={image} withStatus={isPhone} />,
    },
    { key: "status", title: "Status", render: (_, image) => <StatusCell image={image} /> },
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
    {
      key: "createdAt",
      title: "Uploaded",
      responsive: ["lg"],
      sorter: true,
      sortOrder: sortOrderOf(sort, "createdAt"),
      render: (_, image) => <DateText iso={image.createdAt} />,
    },
    {
      key: "actions",
      ...(isPhone ? {} : { fixed: "end" as const }), // nothing slides sideways there
      title: <span className="pc-visually-hidden">Actions</span>,
      align: "right",
      render: (_, image) => <RowActions event={event} image={image} verbs={verbs} isPhone={isPhone} />,
    },
  ];
  // Of what failed one wants the reason, and room for it.
  const shown = isPhone
    ? ["select", "name", "actions"]
    : mark.includes("failed")
      ? ["select", "name", "status", "actions"]
      : null;
  return shown ? columns.filter(({ key }) => shown.includes(String(key))) : columns;
}
