import { type FoundImage, type Project, foundStickers, shownValidPercent } from "@precount/domain";
import type { TableColumnsType } from "antd";
import type { ImagesSearch } from "../../../shared/paging/search.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { ProgressCell } from "../../../ui/ProgressCell.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { IMAGE_MARK_DISPLAY } from "../../../ui/status-display.tsx";
import { headerOnly } from "../../../ui/HeaderOnly.tsx";
import styles from "./Images.module.css";
import { MatchingCrops } from "./MatchingCrops.tsx";
import { NameCell } from "./NameCell.tsx";
import { type ImageActions, RowActions } from "./RowActions.tsx";
import { SelectBox, SelectPageBox } from "./SelectBox.tsx";
import { StatusCell } from "./StatusCell.tsx";
import type { Selection } from "./use-selection.ts";

type Options = {
  event: Project;
  images: readonly FoundImage[];
  isStale: boolean;
  search: ImagesSearch;
  selection: Selection;
  actions: ImageActions;
  /** On a phone the status and the valid detections are below the name, and secondary columns are left out. */
  isPhone: boolean;
};

/** The columns of the image list. */
export function columnsFor(options: Options): TableColumnsType<FoundImage> {
  const { event, images, search, isPhone } = options;
  const { mark = [] } = search;
  // The filter for failed detections needs room for the reason.
  const shown = isPhone
    ? ["select", "name", "actions"]
    : mark.includes("failed")
      ? ["select", "name", "matches", "status", "actions"]
      : null;
  const hasMatches = images.some(({ matches }) => matches.length > 0);
  return [selectColumn(options), ...contentColumns(event, { isPhone, hasMatches }), actionsColumn(options)].filter(
    ({ key }) => {
      if (key === "areaCode" && event.areas === 0) return false;
      if (key === "matches" && !hasMatches) return false;
      return shown === null || shown.includes(String(key));
    },
  );
}

type Column = TableColumnsType<FoundImage>[number];

function selectColumn({ images, isStale, selection, isPhone }: Options): Column {
  const boxes = { selection, page: images.map(({ sid }) => sid), disabled: isStale };
  return {
    key: "select",
    ...(isPhone ? {} : { fixed: "start" as const }),
    width: 44,
    // Only the styling of Ant Design's `rowSelection`, which re-renders every row for each change.
    className: "ant-table-selection-column",
    title: headerOnly(<SelectPageBox {...boxes} />),
    // A tap that just misses the checkbox must not open the photo.
    onCell: () => ({ onClick: (click) => click.stopPropagation() }),
    render: (_, { sid, name }) => <SelectBox {...boxes} sid={sid} name={name} />,
  };
}

function actionsColumn({ event, actions, isPhone }: Options): Column {
  return {
    key: "actions",
    ...(isPhone ? {} : { fixed: "end" as const }), // a phone shows all columns without scrolling
    title: <span className="pc-visually-hidden">Actions</span>,
    align: "right",
    render: (_, image) => <RowActions event={event} image={image} actions={actions} isPhone={isPhone} />,
  };
}

/** With the found stickers in the list, only very wide screens have room for the last columns. */
const contentColumns = (
  event: Project,
  { isPhone, hasMatches }: { isPhone: boolean; hasMatches: boolean },
): Column[] => [
  {
    key: "name",
    title: "Name",
    sorter: true,
    render: (_, image) => <NameCell slug={event.slug} image={image} isCompact={isPhone} />,
  },
  {
    key: "matches",
    title: "Found",
    render: (_, image) => <MatchingCrops slug={event.slug} image={image} />,
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
    render: (_, image) => (
      <ProgressCell percent={shownValidPercent(image)} label={`Valid detections of ${image.name}`} />
    ),
  },
  {
    key: "stickers",
    title: "Stickers",
    align: "right",
    render: (_, image) => foundStickers(image),
  },
  {
    key: "reviewedBy",
    title: "Reviewed by",
    responsive: [hasMatches ? "xxl" : "lg"],
    render: (_, { reviewedBy }) =>
      reviewedBy !== null && (
        <span className={styles["reviewer"]} title={reviewedBy} dir="auto">
          {reviewedBy}
        </span>
      ),
  },
  {
    key: "createdAt",
    title: "Uploaded",
    responsive: [hasMatches ? "xxl" : "lg"],
    sorter: true,
    render: (_, image) => <DateText iso={image.createdAt} />,
  },
];
