import { useSize, useTools, useViewport } from "@precount/annotator/react";
import { type Image, MESSAGES, type Project, imageCan } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Alert, Button } from "antd";
import { type ReactElement, useRef, useState } from "react";
import { ModelSelect } from "../../lib/ModelSelect.tsx";
import { reasonOf } from "../../lib/reason.ts";
import { trpc } from "../../lib/trpc.ts";
import { HeaderSlot } from "../../ui/HeaderSlot.tsx";
import { ReasonButton } from "../../ui/ReasonButton.tsx";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { JOB_LOOKS } from "../../ui/status.tsx";
import { ImageInfo } from "./ImageInfo.tsx";
import { PhotoPane, usePhoto } from "./PhotoPane.tsx";
import { ReviewFrame } from "./ReviewFrame.tsx";
import { Steps } from "./ReviewHeader.tsx";
import { ZoomButtons } from "./ReviewToolbar.tsx";
import styles from "./Review.module.css";
import { useDetect } from "./use-detect.ts";
import { useSteps } from "./use-steps.ts";

const NO_BOXES: readonly never[] = [];
const nothing = (): void => undefined;

/** An image no model has looked at yet, or whose detections were deleted. */
export function UndetectedReview({ event, image }: { event: Project; image: Image }): ReactElement {
  const { position, go } = useSteps(event.slug, image.sid);
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
      </HeaderSlot>
      <ReviewFrame
        toolbar={<ZoomButtons control={control} />}
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
            onDiscard={nothing}
          />
        }
        panel={<DetectPanel event={event} image={image} />}
        info={<ImageInfo event={event} image={image} />}
      />
    </>
  );
}

function DetectPanel({ event, image }: { event: Project; image: Image }): ReactElement {
  const queryClient = useQueryClient();
  const [model, setModel] = useState<string>();
  const detect = useDetect(image, () => undefined);
  const retry = useMutation(
    trpc.image.retryJob.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.image.pathKey() }),
    }),
  );
  const { job } = image;
  const isUnderway = job !== null && (job.state === "queued" || job.state === "running");
  const cannot = reasonOf(imageCan.detect(image, event));
  const reason = cannot ?? (model === undefined ? MESSAGES.selectModel : null);
  return (
    <div className={styles["empty"]}>
      <h2 style={{ fontSize: 16, marginTop: 0 }}>No detections yet</h2>
      {job !== null && job.state !== "done" && (
        <output className={styles["job"]}>
          <StatusTag look={JOB_LOOKS[job.state]} />{" "}
          {job.attempts > 0 && (
            <span className="pc-quiet">
              attempt {job.attempts} of {job.maxAttempts}
            </span>
          )}
        </output>
      )}
      {job?.error && (
        <Alert
          type="error"
          title={job.error}
          style={{ marginBottom: 16 }}
          action={
            <Button
              size="small"
              loading={retry.isPending}
              onClick={() => retry.mutate({ imageSid: image.sid, jobId: job.id })}
            >
              Retry
            </Button>
          }
        />
      )}
      {!isUnderway && (
        <>
          <ModelSelect value={model} onChange={setModel} />
          <ReasonButton
            type="primary"
            style={{ marginTop: 8 }}
            reason={reason}
            loading={detect.isPending}
            onClick={() => model !== undefined && detect.run(model)}
          >
            Detect Objects
          </ReasonButton>
        </>
      )}
    </div>
  );
}
