import type { ReactElement } from "react";
import { HeaderSlot } from "../../../../ui/HeaderSlot.tsx";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { useMedia } from "../../../../shared/browser/use-media.ts";
import { IMAGE_STATUS_DISPLAY } from "../../../../ui/status-display.tsx";
import { StatusTag } from "../../../../ui/StatusTag.tsx";
import { useDetectionActions } from "../detections/detection-actions-context.ts";
import { useIsDetectionBusy } from "../detections/use-detection-mutations.ts";
import { useKeyTooltip } from "../keyboard/review-keys.ts";
import { Viewers } from "../presence/Viewers.tsx";
import { SaveStatus } from "../saving/SaveStatus.tsx";
import { useReview } from "../session/session-context.ts";
import type { ImageSteps } from "../use-image-steps.ts";
import { ImageStepper } from "./ImageStepper.tsx";
import { SheetLink } from "./SheetLink.tsx";
import { UndoButtons } from "./UndoButtons.tsx";
import { ValidateButtons } from "./ValidateButtons.tsx";

type Props = { steps: ImageSteps; onValidateAndNext: () => void };

/** The part of the page's header that belongs to the review. */
export function ReviewHeader({ steps, onValidateAndNext }: Props): ReactElement {
  const isValidated = useReview(({ edits: { status } }) => status === "validated" || status === "selected");
  // Recover is beside the photo; validating would not bring the photo into the report.
  const isPhone = useMedia("(max-width: 600px)");
  const isRejected = useReview(({ image }) => image.status === "rejected");
  return (
    <HeaderSlot>
      <ImageStepper position={steps.position} onStep={steps.step} />
      <UndoButtons />
      <SaveStatus />
      <Viewers />
      {!isPhone && <SheetLink count={steps.onSheet} />}
      {isRejected ? (
        // A phone has no space for it; the strip below the photo shows it too.
        !isPhone && <StatusTag display={IMAGE_STATUS_DISPLAY.rejected} />
      ) : isValidated ? (
        <UnlockButton />
      ) : (
        <ValidateButtons onValidateAndNext={onValidateAndNext} />
      )}
    </HeaderSlot>
  );
}

function UnlockButton(): ReactElement {
  const { invalidate } = useDetectionActions();
  const reason = useReview(({ invalidateReason }) => invalidateReason);
  const tooltip = useKeyTooltip("photo.unlock", "Unlock");
  return (
    <ReasonButton reason={reason} tooltip={tooltip} loading={useIsDetectionBusy()} onClick={invalidate}>
      Unlock Detections
    </ReasonButton>
  );
}
