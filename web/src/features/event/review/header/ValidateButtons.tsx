import { CheckOutlined, StepForwardOutlined } from "@ant-design/icons";
import { Space } from "antd";
import type { ReactElement } from "react";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { useDetectionActions } from "../detections/detection-actions-context.ts";
import { useIsDetectionBusy } from "../detections/use-detection-mutations.ts";
import { useAriaKeys, useKeyTooltip } from "../keyboard/review-keys.ts";
import styles from "../Review.module.css";
import { showUnseenProof } from "../session/navigation.ts";
import { useFocusTarget, useReview, useSession } from "../session/session-context.ts";

/** The guided tour finds the button by this id. */
const VALIDATE_ID = "validate";

type Props = { onValidateAndNext: () => void };

/**
 * A click validates and stays, so that the user sees the result. Enter, where the last doubtful reading leads, also goes
 * on to the next image, and so does the second button.
 */
export function ValidateButtons({ onValidateAndNext }: Props): ReactElement {
  const session = useSession();
  const { validate } = useDetectionActions();
  const reason = useReview(({ validateReason }) => validateReason);
  const focusRef = useFocusTarget({ kind: "validate", from: null });
  return (
    <Space.Compact>
      <ReasonButton
        ref={focusRef}
        id={VALIDATE_ID}
        type="primary"
        data-keys="validate"
        aria-keyshortcuts={useAriaKeys("photo.validate")}
        reason={reason}
        tooltip={useKeyTooltip("photo.validate", "Validate; Enter also goes on to the next photo")}
        loading={useIsDetectionBusy()}
        onClick={() => {
          if (!showUnseenProof(session)) validate();
        }}
      >
        <CheckOutlined aria-hidden className={styles["validateSign"] ?? ""} />
        <span className={styles["validateWord"]}>Validate</span>
      </ReasonButton>
      <ReasonButton
        type="primary"
        className={styles["andGo"] ?? ""}
        icon={<StepForwardOutlined />}
        aria-label="Approve and go on"
        reason={reason}
        tooltip={useKeyTooltip("photo.validate", "Validate and go to the next photo to review")}
        onClick={onValidateAndNext}
      />
    </Space.Compact>
  );
}

/** The same on a phone, below the last label. */
export function ApproveNextButton({ onValidateAndNext }: Props): ReactElement {
  const isRejected = useReview(({ image }) => image.status === "rejected");
  const reason = useReview(({ validateReason }) => validateReason);
  return (
    <ReasonButton type="primary" reason={isRejected ? null : reason} onClick={onValidateAndNext}>
      {isRejected ? "Next photo" : "Approve, next"}
    </ReasonButton>
  );
}
