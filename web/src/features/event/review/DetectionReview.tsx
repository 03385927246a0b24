import { useSize, useViewport } from "@precount/annotator/react";
import type { Image, ImageDetection, ImageJob, Project } from "@precount/domain";
import { type ReactElement, useLayoutEffect, useRef } from "react";
import type { ReviewSearch } from "../../../shared/paging/search.ts";
import { useAfterFirstPaint } from "../../../shared/react/use-after-first-paint.ts";
import { BoxFormCard } from "./box-form/BoxFormCard.tsx";
import { useBoxes, useCanvas } from "./canvas/use-canvas.ts";
import { DetectionActionsContext } from "./detections/detection-actions-context.ts";
import { useDetectionActionsOf } from "./detections/use-detection-actions.ts";
import { ReviewHeader } from "./header/ReviewHeader.tsx";
import { ImageInfo } from "./info/ImageInfo.tsx";
import { ReviewKeySheet } from "./keyboard/ReviewKeySheet.tsx";
import { useReviewFlow } from "./keyboard/use-review-flow.ts";
import { useViewKeys } from "./keyboard/use-view-keys.ts";
import { PhotoPane, usePhoto } from "./PhotoPane.tsx";
import { useShareSelection } from "./presence/use-presence.ts";
import { ReviewFrame } from "./ReviewFrame.tsx";
import { SessionContext, useReview, useSession } from "./session/session-context.ts";
import { useReviewSession, useSessionPhoto } from "./session/use-review-session.ts";
import { ReviewTabs } from "./ReviewTabs.tsx";
import { ReviewToolbar } from "./toolbar/ReviewToolbar.tsx";
import { useImageSteps } from "./use-image-steps.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";

type Props = {
  project: Project;
  image: Image;
  jobs: readonly ImageJob[];
  detection: ImageDetection;
  search: ReviewSearch;
  setSearch: (changes: ReviewSearch) => void;
};

const NO_BOXES: readonly never[] = [];

/** An image with a detection: its results on the photo and beside it, to be edited and validated. */
export function DetectionReview({ project, image, jobs, detection, search, setSearch }: Props): ReactElement {
  const selected = search.detection === undefined ? null : search.detection - 1;
  const session = useReviewSession({ project, image, detection, selected, setSearch });
  const actions = useDetectionActionsOf(session);
  return (
    <SessionContext value={session}>
      <DetectionActionsContext value={actions}>
        <ReviewLayout project={project} image={image} jobs={jobs} search={search} setSearch={setSearch} />
      </DetectionActionsContext>
    </SessionContext>
  );
}

function ReviewLayout({ project, image, jobs, search, setSearch }: Omit<Props, "detection">): ReactElement {
  const session = useSession();
  const tab = search.tab ?? "picture";
  const steps = useImageSteps(project.slug, image.sid);
  const { goToNextDoubtful, openReading } = steps;
  useLayoutEffect(() => session.setPage({ goToNextDoubtful, openReading }));
  // The photo is rendered first; the rest follows right after its first paint.
  const isAfterFirstPaint = useAfterFirstPaint();
  const validateAndNext = useReviewFlow(steps, isAfterFirstPaint);
  useViewKeys(tab);
  useLeaveGuard();
  useShareSelection();

  const windowRef = useRef<HTMLDivElement>(null);
  const view = useSize(windowRef);
  const control = useViewport(image, view);
  useSessionPhoto(session, control, windowRef);
  const photo = usePhoto(image);
  const boxes = useBoxes();
  const tools = useCanvas(control, view, boxes);
  const selected = useReview((state) => state.selected);
  const canEdit = useReview(({ editReason }) => editReason === null);
  const isPanelOpen = useReview(({ visibility }) => visibility.panel);
  return (
    <>
      {/* Its keys may be pressed before the rest is rendered. */}
      <ReviewKeySheet />
      {isAfterFirstPaint && <ReviewHeader steps={steps} onValidateAndNext={validateAndNext} />}
      <ReviewFrame
        toolbar={isAfterFirstPaint && <ReviewToolbar control={control} tools={tools} />}
        photo={
          <PhotoPane
            windowRef={windowRef}
            control={control}
            tools={tools}
            image={image}
            photo={photo}
            boxes={isAfterFirstPaint ? boxes : NO_BOXES}
            selected={selected}
            canEdit={canEdit}
            onSelect={session.select}
          />
        }
        tab={tab}
        onTab={(chosen) => setSearch({ tab: chosen })}
        panel={
          isPanelOpen ? (
            <ReviewTabs
              isReady={isAfterFirstPaint}
              search={search}
              setSearch={setSearch}
              preview={photo.imageElement}
              onValidateAndNext={validateAndNext}
            />
          ) : null
        }
        foot={<BoxFormCard />}
        info={
          isAfterFirstPaint && <ImageInfo event={project} image={image} jobs={jobs} onRejected={steps.goToNextPhoto} />
        }
      />
    </>
  );
}
