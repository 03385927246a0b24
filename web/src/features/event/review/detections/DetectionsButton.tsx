import { DownOutlined, ScanOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactElement, Ref } from "react";
import { ClickPopover } from "../../../../ui/ClickPopover.tsx";
import { StatusTag } from "../../../../ui/StatusTag.tsx";
import { DETECTION_STATUS_DISPLAY } from "../../../../ui/status-display.tsx";
import styles from "./Detections.module.css";
import type { DetectionRow } from "./detection-rows.ts";

type Props = {
  rows: readonly DetectionRow[];
  /** Shows only the icon, where there is little space. */
  isShort: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  ref: Ref<HTMLButtonElement>;
  /** The list of all detections. */
  children: ReactElement;
};

/** The shown detection with its progress. Opens the list of all detections. */
export function DetectionsButton({ rows, isShort, isOpen, onOpenChange, ref, children }: Props): ReactElement {
  const shown = rows.find((row) => row.isShown)?.detection;
  return (
    <ClickPopover
      // On a phone the button is not at the edge: the list is moved into view.
      placement={isShort ? "bottom" : "bottomRight"}
      title="Detections"
      open={isOpen}
      onOpenChange={onOpenChange}
      content={children}
    >
      <Button ref={ref} type="text" className={styles["button"] ?? ""} aria-haspopup="dialog">
        <span className="pc-visually-hidden">Detections</span>
        {isShort || !shown ? (
          <ScanOutlined />
        ) : (
          <span className={styles["shown"]}>
            {shown.model.name}
            <StatusTag display={DETECTION_STATUS_DISPLAY[shown.status]} />
            <span className="pc-quiet">{shown.progress} %</span>
          </span>
        )}
        {rows.length > 1 && <span className={styles["more"]}>{rows.length}</span>}
        {!isShort && <DownOutlined className={styles["arrow"] ?? ""} />}
      </Button>
    </ClickPopover>
  );
}
