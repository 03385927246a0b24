import { LeftOutlined, RedoOutlined, RightOutlined, UndoOutlined } from "@ant-design/icons";
import type { DetectionStatus } from "@precount/domain";
import { Button, Tooltip } from "antd";
import type { ReactElement } from "react";
import type { Position } from "../../lib/image-list.ts";
import { HeaderSlot } from "../../ui/HeaderSlot.tsx";
import { ReasonButton } from "../../ui/ReasonButton.tsx";
import styles from "./Review.module.css";
import { SavingMark } from "./saving/SavingMark.tsx";
import type { Edits } from "./use-edits.ts";

type Props = {
  position: Position | null;
  onGo: (sid: string) => void;
  edits: Edits;
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
      <UndoButtons edits={props.edits} />
      <SavingMark edits={props.edits} />
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

/** Also Ctrl+Z and Shift+Ctrl+Z; on a tablet there are only these. */
function UndoButtons({ edits: { undo, redo, canUndo, canRedo } }: { edits: Edits }): ReactElement {
  return (
    <span className={styles["undo"]}>
      <ReasonButton
        type="text"
        icon={<UndoOutlined />}
        aria-label="Undo"
        hint="Undo (Ctrl+Z)"
        reason={canUndo ? null : "Nothing to undo."}
        onClick={undo}
      />
      <ReasonButton
        type="text"
        icon={<RedoOutlined />}
        aria-label="Redo"
        hint="Redo (Shift+Ctrl+Z)"
        reason={canRedo ? null : "Nothing to redo."}
        onClick={redo}
      />
    </span>
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
