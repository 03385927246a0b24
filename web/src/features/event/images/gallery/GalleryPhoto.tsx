import { ExclamationCircleFilled } from "@ant-design/icons";
import type { FoundImage, Rect } from "@precount/domain";
import type { ReactElement } from "react";
import { photoUrl } from "../../../../shared/images/photo-url.ts";
import styles from "./Gallery.module.css";

type Props = {
  image: FoundImage;
  /** The boxes of the doubtful results, in pixels of the upright photo. */
  boxes: readonly Rect[];
  /** CSS pixels. */
  height: number;
  hasAreas: boolean;
};

/** A photo with the boxes of its doubtful results and its badges. */
export function GalleryPhoto({ image, boxes, height, hasAreas }: Props): ReactElement {
  const { src, status, areaCode, doubtfulStickers } = image;
  return (
    <>
      <img src={photoUrl(src, 320)} alt="" height={height} decoding="async" draggable={false} />
      {boxes.length > 0 && <Boxes image={image} boxes={boxes} />}
      {doubtfulStickers > 0 && status !== "rejected" && (
        <span className={`${styles["badge"] ?? ""} ${styles["doubts"] ?? ""}`} title="Stickers with a doubtful value">
          <ExclamationCircleFilled /> {doubtfulStickers} <span className="pc-visually-hidden">doubtful</span>
        </span>
      )}
      <span className={styles["badges"]}>
        {areaCode !== null && <span className={styles["badge"]}>Area {areaCode}</span>}
        {areaCode === null && hasAreas && status !== "rejected" && <span className={styles["badge"]}>No area</span>}
        {status === "uploaded" && (
          <span className={styles["badge"]} title="The model has not read this photo yet">
            Unread
          </span>
        )}
      </span>
    </>
  );
}

/** The same fit as the photo's: whole, in the middle. Two lines, so that a box is visible on light and on dark goods. */
const Boxes = ({ image, boxes }: Pick<Props, "image" | "boxes">): ReactElement => (
  <svg viewBox={`0 0 ${image.width} ${image.height}`} className={styles["boxes"]} aria-hidden="true">
    {boxes.map(({ x, y, width, height, angle = 0 }) => {
      const at = { x, y, width, height, transform: `rotate(${angle} ${x + width / 2} ${y + height / 2})` };
      return (
        <g key={`${x} ${y} ${width} ${height} ${angle}`}>
          <rect {...at} className={styles["halo"]} />
          <rect {...at} className={styles["box"]} />
        </g>
      );
    })}
  </svg>
);
