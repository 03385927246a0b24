import type { ImageListItem, Project } from "@precount/domain";
import type { TableColumnsType } from "antd";
import type { ImagesSearch } from "../../lib/search.ts";
import { sortOrderOf } from "../../lib/sort.ts";
import { DateText } from "../../ui/DateText.tsx";
import { ProgressCell } from "../../ui/ProgressCell.tsx";
import { NameCell } from "./NameCell.tsx";
import { type ImageVerbs, RowActions } from "./RowActions.tsx";
import { StatusCell } from "./StatusCell.tsx";

type Look = {
  event: Project;
  search: ImagesSearch;
  verbs: ImageVerbs;
  /** Then an image's status stands under its name, and what one does not decide by is left out. */
  isPhone: boolean;
};

/** What the list shows of an image. */
export function columnsFor({ event, search, verbs, isPhone }: Look): TableColumnsType<ImageListItem> {
  const { sort, mark = [] } = search;
  const columns: TableColumnsType<ImageListItem> = [
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
  const shown = isPhone ? ["name", "actions"] : mark.includes("failed") ? ["name", "status", "actions"] : null;
  return shown ? columns.filter(({ key }) => shown.includes(String(key))) : columns;
}
