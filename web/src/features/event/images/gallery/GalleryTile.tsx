import { UserOutlined } from "@ant-design/icons";
import type { FoundImage, Project, Rect } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { type ReactElement, memo } from "react";
import { toImage, useEventSection } from "../../../../shared/images/event-section.ts";
import { MatchingCrops } from "../MatchingCrops.tsx";
import { type ImageActions, RowActions } from "../RowActions.tsx";
import { SelectBox } from "../SelectBox.tsx";
import { StatusCell } from "../StatusCell.tsx";
import type { Selection } from "../use-selection.ts";
import styles from "./Gallery.module.css";
import { GalleryPhoto } from "./GalleryPhoto.tsx";

type Props = {
  event: Project;
  /** Undefined until the order of the list is known. */
  sid: string | undefined;
  /** Undefined while it is loading. */
  image: FoundImage | undefined;
  boxes: readonly Rect[];
  index: number;
  total: number;
  /** CSS pixels. */
  left: number;
  top: number;
  width: number;
  height: number;
  photoHeight: number;
  isReturned: boolean;
  isStale: boolean;
  selection: Selection;
  actions: ImageActions;
};

/** The gallery knows which images are between two others. */
const NO_PAGE: readonly string[] = [];

/** An image of the gallery. Memoized: scrolling renders the list again, and most of its tiles are unchanged. */
export const GalleryTile = memo((props: Props): ReactElement => {
  const { event, sid, image, index, total, left, top, width, height, photoHeight } = props;
  const section = useEventSection();
  return (
    <li
      data-index={index}
      data-returned={props.isReturned}
      aria-setsize={total}
      aria-posinset={index + 1}
      className={styles["tile"]}
      style={{ transform: `translate(${left}px, ${top}px)`, width, height }}
    >
      {sid !== undefined && (
        <Link
          {...toImage(section, event.slug, sid)}
          data-tile-link
          className={styles["photo"]}
          style={{ height: photoHeight }}
        >
          <span className="pc-visually-hidden">{image?.name ?? `Image ${index + 1}`}</span>
          {image && <GalleryPhoto image={image} boxes={props.boxes} height={photoHeight} hasAreas={event.areas > 0} />}
        </Link>
      )}
      {image && <Caption {...props} image={image} />}
    </li>
  );
});

function Caption({ event, image, isStale, selection, actions }: Props & { image: FoundImage }): ReactElement {
  const { sid, name, reviewedBy } = image;
  return (
    <>
      <span className={styles["select"]}>
        <SelectBox selection={selection} page={NO_PAGE} disabled={isStale} sid={sid} name={name} />
      </span>
      <div className={styles["nameLine"]}>
        <span className={styles["name"]} title={name} dir="auto">
          {name}
        </span>
        <RowActions event={event} image={image} actions={actions} isPhone />
      </div>
      {image.matches.length > 0 && (
        <div className={styles["matches"]}>
          <MatchingCrops slug={event.slug} image={image} />
        </div>
      )}
      <div className={styles["line"]}>
        <StatusCell image={image} isCompact />
      </div>
      <div className={`${styles["line"] ?? ""} pc-quiet`}>
        {reviewedBy !== null && (
          <span title={`Reviewed by ${reviewedBy}`} dir="auto">
            <UserOutlined aria-label="Reviewed by" /> {reviewedBy}
          </span>
        )}
      </div>
    </>
  );
}
