import { PictureOutlined } from "@ant-design/icons";
import type { Area } from "@precount/domain";
import { type CSSProperties, type ReactElement, memo } from "react";
import { AREA_STATUS_DISPLAY } from "../../../ui/status-display.tsx";
import styles from "./Areas.module.css";

type Props = {
  area: Area;
  /** The one tile that Tab reaches; from there the arrows go on. */
  isTabStop: boolean;
  isOpen: boolean;
};

/** One area: its number, large, and its status as colour, icon and word. Its grid acts. */
export const AreaTile = memo(function AreaTile({ area, isTabStop, isOpen }: Props): ReactElement {
  const { icon, title, tone } = AREA_STATUS_DISPLAY[area.status];
  const several = area.photos > 1 ? `, ${area.photos} photos` : "";
  // A custom property, which React's own type does not know.
  const digits = { "--digits": area.name.length } as CSSProperties;
  return (
    <button
      type="button"
      data-sid={area.sid}
      data-tone={tone}
      data-status={area.status}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={`Area ${area.name}, ${title}${several}`}
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
          <span className={styles["several"]} title={`${area.photos} photos: which counts?`}>
            <PictureOutlined aria-hidden /> {area.photos}
          </span>
        )}
      </span>
    </button>
  );
});
