import { CheckCircleFilled, CloseCircleFilled, LeftOutlined, RightOutlined, SyncOutlined } from "@ant-design/icons";
import { type DetectionStatus, SUCCESS } from "@precount/domain";
import { Button, Tooltip } from "antd";
import type { ReactElement } from "react";
import type { Position } from "../../lib/image-list.ts";
import { HeaderSlot } from "../../ui/HeaderSlot.tsx";
import { ReasonButton } from "../../ui/ReasonButton.tsx";
import type { SaveState } from "./edit-queue.ts";
import styles from "./Review.module.css";

type Props = {
  position: Position | null;
  onGo: (sid: string) => void;
  saveState: SaveState;
  onRetry: () => void;
  detectionStatus: DetectionStatus;
  validateReason: string | null;
  invalidateReason: string | null;
  isRunning: boolean;
  onValidate: () => void;
  onInvalidate: () => void;
};

export function ReviewHeader(props: Props): ReactElement {
  const isValidated = props.detectionStatus === "validated" || props.detectionStatus === "selected";
  return (
    <HeaderSlot>
      <Steps position={props.position} onGo={props.onGo} />
      <Saving state={props.saveState} onRetry={props.onRetry} />
      {isValidated ? (
        <ReasonButton reason={props.invalidateReason} loading={props.isRunning} onClick={props.onInvalidate}>
          Unlock Detections
        </ReasonButton>
      ) : (
        <ReasonButton type="primary" reason={props.validateReason} loading={props.isRunning} onClick={props.onValidate}>
          Validate
        </ReasonButton>
      )}
    </HeaderSlot>
  );
}

export function Steps({
  position,
  onGo,
}: {
  position: Position | null;
  onGo: (sid: string) => void;
}): ReactElement | null {
  if (position === null) return null;
  return (
    <nav className={styles["steps"]} aria-label="Images">
      <Tooltip title="Previous image (Shift+←)">
        <Button
          type="text"
          icon={<LeftOutlined />}
          aria-label="Previous image"
          onClick={() => onGo(position.previous)}
        />
      </Tooltip>
      <output className={styles["counter"]}>
        {position.index + 1} of {position.total}
      </output>
      <Tooltip title="Next image (Shift+→)">
        <Button type="text" icon={<RightOutlined />} aria-label="Next image" onClick={() => onGo(position.next)} />
      </Tooltip>
    </nav>
  );
}

/** Whether everything is safe: always in the same place, never a surprise. */
function Saving({ state, onRetry }: { state: SaveState; onRetry: () => void }): ReactElement {
  if (state === "failed") {
    return (
      <span className={styles["saving"]} role="alert">
        <CloseCircleFilled style={{ color: "var(--pc-rejected)" }} />
        <span className={styles["savingText"]}>Not saved</span>
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      </span>
    );
  }
  const isSaved = state === "saved";
  return (
    <output className={styles["saving"]} title={isSaved ? SUCCESS.patchesSaved : undefined}>
      {isSaved ? <CheckCircleFilled style={{ color: "var(--pc-valid)" }} /> : <SyncOutlined spin />}
      <span className={styles["savingText"]}>{isSaved ? "Saved" : "Saving…"}</span>
    </output>
  );
}
