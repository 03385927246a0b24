import { useSize, useTools, useViewport } from "@precount/annotator/react";
import { type Image, type ImageJob, type Project, imageCan } from "@precount/domain";
import { Form } from "antd";
import { type ReactElement, useRef } from "react";
import { HelpButton } from "../../../shared/help/HelpButton.tsx";
import { reasonOf } from "../../../shared/api/reason.ts";
import { HeaderSlot } from "../../../ui/HeaderSlot.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { DetectForm, type DetectValues } from "./detections/DetectForm.tsx";
import { ImageInfo } from "./ImageInfo.tsx";
import { ImageTasks } from "./info/ImageTasks.tsx";
import { PeopleHere } from "./presence/PeopleHere.tsx";
import { PhotoPane, usePhoto } from "./PhotoPane.tsx";
import { ReviewFrame } from "./ReviewFrame.tsx";
import { Steps } from "./ReviewHeader.tsx";
import { Keys } from "./keyboard/Keys.tsx";
import { useRoom } from "./toolbar/use-room.ts";
import { ZoomButtons } from "./toolbar/ZoomButtons.tsx";
import styles from "./Review.module.css";
import { useDetect } from "./use-detect.ts";
import { useSteps } from "./use-steps.ts";

/** Of the event's documents the card below tells. */
const NO_TASKS: readonly never[] = [];
const NO_BOXES: readonly never[] = [];
const nothing = (): void => undefined;

type Props = { event: Project; image: Image; jobs: readonly ImageJob[] };

/** An image no model has looked at yet, or whose detections were deleted. */
export function UndetectedReview({ event, image, jobs }: Props): ReactElement {
  const { position, go } = useSteps(event.slug, image.sid);
  const isPhone = useRoom() === "phone";
  const windowRef = useRef<HTMLDivElement>(null);
  const view = useSize(windowRef);
  const control = useViewport(image, view);
  const photo = usePhoto(image);
  // Only to look around: there is nothing to choose, and nothing to draw into.
  const tools = useTools({
    control,
    view,
    photo: image,
    boxes: NO_BOXES,
    selected: null,
    canEdit: false,
    onSelect: nothing,
    onOpen: nothing,
    onAdd: nothing,
    onChange: nothing,
  });
  return (
    <>
      <HeaderSlot>
        <Steps position={position} onGo={go} />
        <PeopleHere />
      </HeaderSlot>
      <ReviewFrame
        toolbar={
          <>
            <ZoomButtons control={control} />
            <span className="pc-grow" />
            {/* Elsewhere it is in the bar above. */}
            {isPhone && <HelpButton />}
            <Keys />
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
            onSelect={nothing}
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
  const isUnderway = jobs.some(({ state }) => state === "queued" || state === "running");
  const cannot = reasonOf(imageCan.detect(image, event));
  return (
    <div className={styles["empty"]}>
      <h2 style={{ fontSize: 16, marginTop: 0 }}>No detections yet</h2>
      {jobs.length > 0 && (
        <div className={styles["job"]} aria-live="polite">
          <ImageTasks event={event} image={image} jobs={jobs} tasks={NO_TASKS} />
        </div>
      )}
      {!isUnderway && (
        <>
          <DetectForm form={form} onDetect={detect.run} />
          <ReasonButton
            type="primary"
            style={{ marginTop: 8 }}
            reason={cannot}
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
