import type { ProjectListItem } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import type { TableColumnType } from "antd";
import type { ReactElement } from "react";
import { toImages } from "../../shared/images/event-section.ts";
import { Thumbnails } from "../../shared/images/Thumbnails.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { ProgressCell } from "../../ui/ProgressCell.tsx";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { PROJECT_STATUS_DISPLAY } from "../../ui/status-display.tsx";
import styles from "./EventsTable.module.css";
import { type EventSummary, remainingFacts } from "./remaining-facts.ts";

/** An event of the list; its summary takes longer to arrive. */
export type ListedEvent = ProjectListItem & { summary?: EventSummary | undefined };
type Column = TableColumnType<ListedEvent>;

export const toEvent = ({ isArchived, slug }: ProjectListItem) =>
  toImages(isArchived ? "archives" : "eventImages", slug);

const EventLink = ({ event }: { event: ProjectListItem }): ReactElement => (
  <Link {...toEvent(event)} className={styles["name"]} title={event.name} dir="auto">
    {event.name}
  </Link>
);
const Store = ({ event: { storeNumber } }: { event: ProjectListItem }): ReactElement | null =>
  storeNumber === null ? null : (
    <div className={`pc-quiet ${styles["store"] ?? ""}`}>
      Store <bdi>{storeNumber}</bdi>
    </div>
  );
const Status = ({ event }: { event: ProjectListItem }): ReactElement => (
  <StatusTag display={PROJECT_STATUS_DISPLAY[event.status]} />
);
const Progress = ({ event }: { event: ListedEvent }): ReactElement => (
  <>
    <ProgressCell percent={event.progress} label={`Progress of ${event.name}`} />
    <Remaining event={event} />
  </>
);

function Remaining({ event }: { event: ListedEvent }): ReactElement | null {
  const facts = remainingFacts(event);
  return facts.length > 0 ? <div className={`pc-quiet ${styles["facts"] ?? ""}`}>{facts.join(" · ")}</div> : null;
}

/** The newest photos. Their height is reserved for every event, so that no row moves when they arrive. */
const Photos = ({ event }: { event: ListedEvent }): ReactElement => (
  <div className={styles["photos"]}>
    {event.summary && (
      <Thumbnails
        section={event.isArchived ? "archives" : "eventImages"}
        slug={event.slug}
        thumbnails={event.summary.of.thumbnails}
      />
    )}
  </div>
);

const NAME: Column = {
  key: "name",
  title: "Name",
  sorter: true,
  render: (_, event) => (
    <>
      <EventLink event={event} />
      <Store event={event} />
      {event.images.total > 0 && <Photos event={event} />}
    </>
  ),
};

export const COLUMNS: readonly Column[] = [
  NAME,
  { key: "status", title: "Status", sorter: true, render: (_, event) => <Status event={event} /> },
  { key: "progress", title: "Progress", render: (_, event) => <Progress event={event} /> },
  {
    key: "valid",
    title: "Valid detections",
    align: "right",
    render: (_, event) => (event.images.total === 0 ? "–" : `${event.validDetectionPercent} %`),
  },
  { key: "images", title: "Images", align: "right", render: (_, event) => event.images.total },
  { key: "createdAt", title: "Created", sorter: true, render: (_, event) => <DateText iso={event.createdAt} /> },
];

/** On a phone an event is one cell with its details below the name, so that the table does not scroll sideways. */
export const PHONE_COLUMNS: readonly Column[] = [
  {
    ...NAME,
    render: (_, event) => (
      <>
        <EventLink event={event} />
        <Store event={event} />
        <div className={styles["under"]}>
          <Status event={event} />
          <Progress event={event} />
          <span className="pc-quiet">{event.images.total === 1 ? "1 image" : `${event.images.total} images`}</span>
        </div>
      </>
    ),
  },
];
