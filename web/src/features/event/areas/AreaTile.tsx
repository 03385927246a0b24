import { ExclamationCircleFilled, PictureOutlined } from "@ant-design/icons";
import type { Area } from "@precount/domain";
import { type CSSProperties, type ReactElement, memo } from "react";
import { AREA_STATUS_DISPLAY } from "../../../ui/status-display.tsx";
import styles from "./Areas.module.css";

type Props = {
  area: Area;
  /** Whether Tab reaches this tile. From there, arrow keys move the focus. */
  isTabStop: boolean;
  isOpen: boolean;
};

/** One area with its number and its status as color, icon and text. The grid handles its events. */
export const AreaTile = memo(function AreaTile({ area, isTabStop, isOpen }: Props): ReactElement {
  const { icon, title, tone } = AREA_STATUS_DISPLAY[area.status];
  const undecided = area.undecided > 0 ? `, ${area.undecided} undecided` : "";
  const photoCount = area.photos > 1 ? `, ${area.photos} photos${undecided}` : "";
  // React's type has no custom properties.
  const digits = { "--digits": area.name.length } as CSSProperties;
  return (
    <button
      type="button"
      data-sid={area.sid}
      data-tone={tone}
      data-status={area.status}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={`Area ${area.name}, ${title}${photoCount}`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      className={styles["tile"]}
      style={digits}
    >
      <span className={styles["number"]}>{area.name}</span>
      <span className={styles["status"]}>
        <span aria-hidden="true" className={styles["icon"]}>
          {icon}
        </span>
        <span className={styles["word"]}>{title}</span>
        {area.photos > 1 && (
          <span
            // The label of the tile says the same. The figure is drawn by CSS, because the label does not contain it beside the number.
            aria-hidden="true"
            data-photos={area.photos}
            className={styles["several"]}
            data-undecided={area.undecided > 0}
            title={`${area.photos} photos.${area.undecided > 0 ? " Decide which ones count." : ""}`}
          >
            {area.undecided > 0 ? <ExclamationCircleFilled aria-hidden /> : <PictureOutlined aria-hidden />}
          </span>
        )}
      </span>
    </button>
  );
});
