import { useSize, useTools, useViewport } from "@precount/annotator/react";
import { type Image, type ImageJob, type Project, imageCan, noDetectionReason } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "antd";
import { type ReactElement, Suspense, useRef } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import type { ReviewSearch, ReviewTab } from "../../../shared/paging/search.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { reasonOf } from "../../../shared/api/reason.ts";
import { HeaderSlot } from "../../../ui/HeaderSlot.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { openJobReason } from "./detections/open-job-reason.ts";
import { useReviewKeys } from "./keyboard/review-keys.ts";
import { DetectForm, ImageDebugPanel } from "./lazy-parts.tsx";
import { ImageInfo } from "./info/ImageInfo.tsx";
import { ImageTasks } from "./info/ImageTasks.tsx";
import { Viewers } from "./presence/Viewers.tsx";
import { PhotoPane, usePhoto } from "./PhotoPane.tsx";
import { ReviewFrame } from "./ReviewFrame.tsx";
import { ImageStepper } from "./header/ImageStepper.tsx";
import { ReviewKeySheet } from "./keyboard/ReviewKeySheet.tsx";
import { UndetectedToolbar } from "./toolbar/UndetectedToolbar.tsx";
import styles from "./Review.module.css";
import { useDetect } from "./detections/use-detect.ts";
import { useImageSteps } from "./use-image-steps.ts";

/** The document tasks are listed in the strip below the photo. */
const NO_TASKS: readonly never[] = [];
const NO_BOXES: readonly never[] = [];
const noAction = (): void => undefined;

type PanelProps = { event: Project; image: Image; jobs: readonly ImageJob[] };
type Props = PanelProps & { search: ReviewSearch; setSearch: (changes: ReviewSearch) => void };

/** An image without detections: none has run yet, or all were deleted. */
export function UndetectedReview({ event, image, jobs, search, setSearch }: Props): ReactElement {
  const { position, step, goToNextPhoto } = useImageSteps(event.slug, image.sid);
  const tab = search.tab ?? "picture";
  const toggleTab = (chosen: ReviewTab) => (): void => setSearch({ tab: tab === chosen ? "picture" : chosen });
  useReviewKeys({ "view.table": toggleTab("table"), "view.debug": toggleTab("debug") });
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
      <ReviewKeySheet />
      <HeaderSlot>
        <ImageStepper position={position} onStep={step} />
        <Viewers />
      </HeaderSlot>
      <ReviewFrame
        toolbar={<UndetectedToolbar event={event} image={image} control={control} />}
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
        tab={tab}
        onTab={(chosen) => setSearch({ tab: chosen })}
        panel={<Panel tab={tab} event={event} image={image} jobs={jobs} />}
        info={<ImageInfo event={event} image={image} jobs={jobs} onRejected={goToNextPhoto} />}
      />
    </>
  );
}

function Panel({ tab, ...props }: PanelProps & { tab: ReviewTab }): ReactElement {
  if (tab === "picture") return <DetectPanel {...props} />;
  if (tab === "table") return <EmptyState text="There are no labels yet. Open Picture to detect them." />;
  return (
    <Suspense fallback={<Skeleton active />}>
      <ImageDebugPanel image={props.image} />
    </Suspense>
  );
}

function DetectPanel({ event, image, jobs }: PanelProps): ReactElement {
  const detect = useDetect(image, () => undefined);
  const { data: queue } = useQuery(trpc.project.getQueue.queryOptions({ slug: event.slug }));
  const imageReason = reasonOf(imageCan.detect(image, event));
  return (
    <div className={styles["empty"]}>
      <h2 style={{ fontSize: 16, marginTop: 0 }}>No detections yet</h2>
      <p aria-live="polite">{noDetectionReason({ status: image.status, jobs, queue })}</p>
      {jobs.length > 0 && (
        <div className={styles["job"]} aria-live="polite">
          <ImageTasks event={event} image={image} jobs={jobs} tasks={NO_TASKS} />
        </div>
      )}
      <DetectForm onDetect={detect.run}>
        <ReasonButton
          type="primary"
          htmlType="submit"
          style={{ marginTop: 8 }}
          reason={imageReason ?? openJobReason(jobs, queue)}
          loading={detect.isPending}
        >
          Detect Objects
        </ReasonButton>
      </DetectForm>
      {imageReason !== null && <p className="pc-quiet">{imageReason}</p>}
    </div>
  );
}
