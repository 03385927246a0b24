import type { ImageListItem, Project } from "@precount/domain";
import type { TableColumnsType } from "antd";
import type { ImagesSearch } from "../../../shared/paging/search.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { ProgressCell } from "../../../ui/ProgressCell.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { IMAGE_MARK_DISPLAY } from "../../../ui/status-display.tsx";
import { headerOnly } from "../../../ui/HeaderOnly.tsx";
import { NameCell } from "./NameCell.tsx";
import { type ImageActions, RowActions } from "./RowActions.tsx";
import { SelectBox, SelectPageBox } from "./SelectBox.tsx";
import { StatusCell } from "./StatusCell.tsx";
import type { Selection } from "./use-selection.ts";

type Options = {
  event: Project;
  images: readonly ImageListItem[];
  isStale: boolean;
  search: ImagesSearch;
  selection: Selection;
  actions: ImageActions;
  /** On a phone the status and the valid detections are below the name, and secondary columns are left out. */
  isPhone: boolean;
};

/** The columns of the image list. */
export function columnsFor(options: Options): TableColumnsType<ImageListItem> {
  const { event, images, isStale, search, selection, actions, isPhone } = options;
  const page = images.map(({ sid }) => sid);
  const boxes = { selection, page, disabled: isStale };
  const { mark = [] } = search;
  const columns: TableColumnsType<ImageListItem> = [
    {
      key: "select",
      ...(isPhone ? {} : { fixed: "start" as const }),
      width: 44,
      // Only the styling of Ant Design's `rowSelection`, which re-renders every row for each change.
      className: "ant-table-selection-column",
      title: headerOnly(<SelectPageBox {...boxes} />),
      // A tap that just misses the checkbox must not open the photo.
      onCell: () => ({ onClick: (click) => click.stopPropagation() }),
      render: (_, { sid, name }) => <SelectBox {...boxes} sid={sid} name={name} />,
    },
    {
      key: "name",
      title: "Name",
      sorter: true,
      render: (_, image) => <NameCell slug={event.slug} image={image} isCompact={isPhone} />,
    },
    { key: "status", title: "Status", render: (_, image) => <StatusCell image={image} /> },
    {
      key: "areaCode",
      title: "Area",
      sorter: true,
      render: (_, { areaCode, status }) =>
        areaCode ?? (status === "rejected" ? null : <StatusTag display={IMAGE_MARK_DISPLAY["no-area"]} />),
    },
    {
      key: "validPercent",
      title: "Valid detections",
      sorter: true,
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
      render: (_, image) => <DateText iso={image.createdAt} />,
    },
    {
      key: "actions",
      ...(isPhone ? {} : { fixed: "end" as const }), // a phone shows all columns without scrolling
      title: <span className="pc-visually-hidden">Actions</span>,
      align: "right",
      render: (_, image) => <RowActions event={event} image={image} actions={actions} isPhone={isPhone} />,
    },
  ];
  // The filter for failed detections needs room for the reason.
  const shown = isPhone
    ? ["select", "name", "actions"]
    : mark.includes("failed")
      ? ["select", "name", "status", "actions"]
      : null;
  if (event.areas === 0)
    columns.splice(
      columns.findIndex(({ key }) => key === "areaCode"),
      1,
    );
  return shown ? columns.filter(({ key }) => shown.includes(String(key))) : columns;
}
