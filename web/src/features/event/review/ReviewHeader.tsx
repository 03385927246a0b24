import {
  CheckOutlined,
  LeftOutlined,
  RedoOutlined,
  RightOutlined,
  StepForwardOutlined,
  UndoOutlined,
} from "@ant-design/icons";
import type { DetectionStatus } from "@precount/domain";
import { Button, Space } from "antd";
import { type ReactElement, memo } from "react";
import type { Position } from "../../../shared/images/image-list.ts";
import { useStableCallback } from "../../../shared/react/use-stable-callback.ts";
import { WithTooltip } from "../../../ui/WithTooltip.tsx";
import { HeaderSlot } from "../../../ui/HeaderSlot.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { useAriaKeys, useHint } from "./keyboard/review-keys.ts";
import { VALIDATE_ID } from "./panel/places.ts";
import { PeopleHere } from "./presence/PeopleHere.tsx";
import styles from "./Review.module.css";
import { SavingMark } from "./saving/SavingMark.tsx";
import type { Edits } from "./use-edits.ts";
import type { Steps as StepsOf } from "./use-steps.ts";

type Props = {
  steps: Pick<StepsOf, "position" | "go">;
  edits: Edits;
  detectionStatus: DetectionStatus;
  validateReason: string | null;
  invalidateReason: string | null;
  isRunning: boolean;
  onValidate: () => void;
  /** … and on to the next image that needs someone. */
  onValidateAndGo: () => void;
  onInvalidate: () => void;
};

export function ReviewHeader(props: Props): ReactElement {
  const { undo, redo, canUndo, canRedo } = props.edits;
  const unlockHint = useHint("photo.unlock", "Unlock");
  // The same for good: an edit draws the buttons anew only when it changes what they can do.
  const onValidate = useStableCallback(props.onValidate);
  const onValidateAndGo = useStableCallback(props.onValidateAndGo);
  const isValidated = props.detectionStatus === "validated" || props.detectionStatus === "selected";
  return (
    <HeaderSlot>
      <Steps position={props.steps.position} onGo={props.steps.go} />
      <UndoButtons undo={undo} redo={redo} canUndo={canUndo} canRedo={canRedo} />
      <SavingMark edits={props.edits} />
      <PeopleHere />
      {isValidated ? (
        <ReasonButton
          reason={props.invalidateReason}
          tooltip={unlockHint}
          loading={props.isRunning}
          onClick={props.onInvalidate}
        >
          Unlock Detections
        </ReasonButton>
      ) : (
        <ValidateButtons
          validateReason={props.validateReason}
          isRunning={props.isRunning}
          onValidate={onValidate}
          onValidateAndGo={onValidateAndGo}
        />
      )}
    </HeaderSlot>
  );
}

type ValidateProps = Pick<Props, "validateReason" | "isRunning" | "onValidate" | "onValidateAndGo">;

/**
 * A click validates and stays, so that one sees what one did; Enter, where the last doubtful value leads, goes on to the next
 * image, as does the button beside it.
 */
const ValidateButtons = memo(
  ({ validateReason, isRunning, onValidate, onValidateAndGo }: ValidateProps): ReactElement => {
    return (
      <Space.Compact>
        <ReasonButton
          id={VALIDATE_ID}
          type="primary"
          data-keys="validate"
          aria-keyshortcuts={useAriaKeys("photo.validate")}
          reason={validateReason}
          tooltip={useHint("photo.validate", "Validate; Enter also goes on to the next photo")}
          loading={isRunning}
          onClick={onValidate}
        >
          <CheckOutlined aria-hidden className={styles["validateSign"] ?? ""} />
          <span className={styles["validateWord"]}>Validate</span>
        </ReasonButton>
        <ReasonButton
          type="primary"
          className={styles["andGo"] ?? ""}
          icon={<StepForwardOutlined />}
          aria-label="Approve and go on"
          reason={validateReason}
          tooltip={useHint("photo.validate", "Validate, and on to the next photo that needs someone")}
          onClick={onValidateAndGo}
        />
      </Space.Compact>
    );
  },
);

/** The same on a phone, where one has done with the last label. */
export function ValidateAndGo({ reason, onGo }: { reason: string | null; onGo: () => void }): ReactElement {
  return (
    <ReasonButton type="primary" reason={reason} onClick={onGo}>
      Approve, next
    </ReasonButton>
  );
}

type UndoProps = Pick<Edits, "undo" | "redo" | "canUndo" | "canRedo">;

/** On a tablet there are only these. */
const UndoButtons = memo(({ undo, redo, canUndo, canRedo }: UndoProps): ReactElement => {
  const undoHint = useHint("edit.undo", "Undo");
  const redoHint = useHint("edit.redo", "Redo");
  return (
    <span className={styles["undo"]}>
      <ReasonButton
        type="text"
        icon={<UndoOutlined />}
        aria-label="Undo"
        tooltip={undoHint}
        reason={canUndo ? null : "Nothing to undo."}
        onClick={undo}
      />
      <ReasonButton
        type="text"
        icon={<RedoOutlined />}
        aria-label="Redo"
        tooltip={redoHint}
        reason={canRedo ? null : "Nothing to redo."}
        onClick={redo}
      />
    </span>
  );
});

export const Steps = memo(
  ({ position, onGo }: { position: Position | null; onGo: (sid: string) => void }): ReactElement | null => {
    const previousHint = useHint("image.previous", "Previous image");
    const nextHint = useHint("image.next", "Next image");
    if (position === null) return null;
    return (
      <nav className={styles["steps"]} aria-label="Images">
        <WithTooltip title={previousHint}>
          <Button
            type="text"
            icon={<LeftOutlined />}
            aria-label="Previous image"
            onClick={() => onGo(position.previous)}
          />
        </WithTooltip>
        <output className={styles["counter"]}>
          {position.index + 1} of {position.total}
        </output>
        <WithTooltip title={nextHint}>
          <Button type="text" icon={<RightOutlined />} aria-label="Next image" onClick={() => onGo(position.next)} />
        </WithTooltip>
      </nav>
    );
  },
);
