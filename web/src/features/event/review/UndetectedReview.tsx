import { useSize, useTools, useViewport } from "@precount/annotator/react";
import { type Image, type ImageJob, type Project, imageCan } from "@precount/domain";
import { Form } from "antd";
import { type ReactElement, useRef } from "react";
import { HelpButton } from "../../../shared/help/HelpButton.tsx";
import { reasonOf } from "../../../shared/api/reason.ts";
import { HeaderSlot } from "../../../ui/HeaderSlot.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import type { DetectValues } from "./detections/DetectForm.tsx";
import { ImageInfo } from "./info/ImageInfo.tsx";
import { ImageTasks } from "./info/ImageTasks.tsx";
import { Viewers } from "./presence/Viewers.tsx";
import { DetectForm } from "./lazy-parts.tsx";
import { PhotoPane, usePhoto } from "./PhotoPane.tsx";
import { ReviewFrame } from "./ReviewFrame.tsx";
import { ImageStepper } from "./header/ImageStepper.tsx";
import { ReviewKeySheet } from "./keyboard/ReviewKeySheet.tsx";
import { useToolbarSize } from "./toolbar/use-toolbar-size.ts";
import { ZoomButtons } from "./toolbar/ZoomButtons.tsx";
import styles from "./Review.module.css";
import { useDetect } from "./detections/use-detect.ts";
import { useImageSteps } from "./use-image-steps.ts";

/** The document tasks are listed in the strip below the photo. */
const NO_TASKS: readonly never[] = [];
const NO_BOXES: readonly never[] = [];
const noAction = (): void => undefined;

type Props = { event: Project; image: Image; jobs: readonly ImageJob[] };

/** An image without detections: none has run yet, or all were deleted. */
export function UndetectedReview({ event, image, jobs }: Props): ReactElement {
  const { position, go } = useImageSteps(event.slug, image.sid);
  const isPhone = useToolbarSize() === "phone";
  const windowRef = useRef<HTMLDivElement>(null);
  const view = useSize(windowRef);
  const control = useViewport(image, view);
  const photo = usePhoto(image);
  // Only to move the view: there is nothing to select, and no detection to draw into.
  const tools = useTools({
    control,
    view,
    photo: image,
    boxes: NO_BOXES,
    selected: null,
    canEdit: false,
    onSelect: noAction,
    onOpen: noAction,
    onAdd: noAction,
    onChange: noAction,
  });
  return (
    <>
      <HeaderSlot>
        <ImageStepper position={position} onGo={go} />
        <Viewers />
      </HeaderSlot>
      <ReviewFrame
        toolbar={
          <>
            <ZoomButtons control={control} />
            <span className="pc-grow" />
            {/* On a wider screen the page's header has it. */}
            {isPhone && <HelpButton />}
            <ReviewKeySheet />
          </>
        }
        photo={
          <PhotoPane
            windowRef={windowRef}
            control={control}
            tools={tools}
            image={image}
            photo={photo}
            boxes={NO_BOXES}
            selected={null}
            canEdit={false}
            onSelect={noAction}
          />
        }
        panel={<DetectPanel event={event} image={image} jobs={jobs} />}
        info={<ImageInfo event={event} image={image} jobs={jobs} />}
      />
    </>
  );
}

function DetectPanel({ event, image, jobs }: Props): ReactElement {
  const [form] = Form.useForm<DetectValues>();
  const detect = useDetect(image, () => undefined);
  const isRunning = jobs.some(({ state }) => state === "queued" || state === "running");
  const detectReason = reasonOf(imageCan.detect(image, event));
  return (
    <div className={styles["empty"]}>
      <h2 style={{ fontSize: 16, marginTop: 0 }}>No detections yet</h2>
      {jobs.length > 0 && (
        <div className={styles["job"]} aria-live="polite">
          <ImageTasks event={event} image={image} jobs={jobs} tasks={NO_TASKS} />
        </div>
      )}
      {!isRunning && (
        <>
          <DetectForm form={form} onDetect={detect.run} />
          <ReasonButton
            type="primary"
            style={{ marginTop: 8 }}
            reason={detectReason}
            loading={detect.isPending}
            onClick={() => form.submit()}
          >
            Detect Objects
          </ReasonButton>
        </>
      )}
    </div>
  );
}
