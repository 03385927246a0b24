import { useSize, useViewport } from "@precount/annotator/react";
import {
  type Image,
  type ImageDetection,
  type ImageJob,
  type Project,
  deriveDetectionStatus,
  detectionCan,
  detectionCount,
  detectionProgress,
  makePatch,
} from "@precount/domain";
import { Skeleton } from "antd";
import { type ReactElement, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { shareStructure } from "../../../shared/api/structural-sharing.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import type { ReviewSearch } from "../../../shared/paging/search.ts";
import { useStableCallback } from "../../../shared/react/use-stable-callback.ts";
import { useAfterFirstPaint } from "../../../shared/react/use-after-first-paint.ts";
import { BoxFormCard } from "./box-form/BoxFormCard.tsx";
import { useBoxForm, withPreview } from "./box-form/use-box-form.ts";
import { useCanvas } from "./canvas/use-canvas.ts";
import { DebugPanel } from "./debug/DebugPanel.tsx";
import { ImageInfo } from "./ImageInfo.tsx";
import { Keys } from "./keyboard/Keys.tsx";
import { useReviewFlow } from "./keyboard/use-review-flow.ts";
import { useShownKeys } from "./keyboard/use-shown-keys.ts";
import { LabelPanel, type PanelHandle } from "./LabelPanel.tsx";
import { toOverlayBoxes, toDisplayedResults } from "../../../ui/displayed-results.ts";
import { PhotoPane, usePhoto } from "./PhotoPane.tsx";
import { RecognitionContext } from "./recognition/recognition-context.ts";
import { useRecognition } from "./recognition/use-recognition.ts";
import { ReviewFrame } from "./ReviewFrame.tsx";
import { ReviewHeader, ValidateAndGo } from "./ReviewHeader.tsx";
import { ReviewToolbar, type Shown } from "./ReviewToolbar.tsx";
import { LabelTable } from "./table/LabelTable.tsx";
import { useDetectionActions } from "./use-detection-actions.ts";
import { useEdits } from "./use-edits.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";
import { useSteps } from "./use-steps.ts";

type Props = {
  event: Project;
  image: Image;
  jobs: readonly ImageJob[];
  detection: ImageDetection;
  search: ReviewSearch;
  onSearch: (changes: ReviewSearch) => void;
};

const NO_STATUSES: readonly never[] = [];
const NO_BOXES: readonly never[] = [];

/** An image with a detection: its labels on the photo and beside it, edited and validated. */
export function DetectionReview({ event, image, jobs, detection, search, onSearch }: Props): ReactElement {
  const selected = search.detection === undefined ? null : search.detection - 1;
  const tab = search.tab ?? "picture";
  // The tab is seen to be chosen before all that it shows is drawn.
  const drawnTab = useDeferredValue(tab);
  const written = useEdits(event.slug, image.sid, detection);
  const { edits, recognition } = useRecognition(written, image, detection.model.sid);
  const [keptLabels] = useState(() => shareStructure(toDisplayedResults));
  const labels = useMemo(() => keptLabels(edits.results), [keptLabels, edits.results]);
  const [shown, setShown] = useState<Shown>({ stickers: true, shelves: true, discarded: false, panel: true });
  const steps = useSteps(event.slug, image.sid);
  useLeaveGuard();

  // The photo is what one comes for: what stands around it and on it is drawn right after it.
  const isAfterFirst = useAfterFirstPaint();
  const windowRef = useRef<HTMLDivElement>(null);
  const view = useSize(windowRef);
  const control = useViewport(image, view);
  const { show } = control;
  const photo = usePhoto(image);

  const context = { image, project: event };
  const status = deriveDetectionStatus({ current: detection.status, patches: edits.patches, results: edits.results });
  const facts = { status, results: edits.results };
  const actions = useDetectionActions(event.slug, image, detection, edits);

  const editReason = reasonOf(detectionCan.edit(facts, context));

  /** Chosen in the photo: it stays where it is under the pointer. */
  const selectHere = useCallback(
    // The search takes no `undefined`: leaving it out is what takes it out of the address.
    (index: number | null) => onSearch({ detection: index === null ? (undefined as never) : index + 1 }),
    [onSearch],
  );
  /** Chosen beside the photo: it is brought into view. */
  const select = useCallback(
    (index: number | null) => {
      selectHere(index);
      const label = labels.find((one) => one.index === index);
      if (label) show(label.result.rect);
    },
    [labels, selectHere, show],
  );
  const box = useBoxForm({ labels, selected, size: image, editReason, onSave: edits.put });
  const { preview } = box;
  const boxes = useMemo(() => toOverlayBoxes(withPreview(labels, preview), shown), [labels, preview, shown]);
  const tools = useCanvas({
    control,
    view,
    image,
    boxes,
    selected,
    editReason,
    edits,
    onSelect: selectHere,
    onOpen: () => panel.current?.open(),
    onAdded: (label) => setShown((now) => ({ ...now, [label === "shelf" ? "shelves" : "stickers"]: true })),
  });
  const panel = useRef<PanelHandle>(null);
  const validateReason = reasonOf(detectionCan.validate(facts, context));
  const invalidateReason = reasonOf(detectionCan.invalidate(facts, context));
  const flow = useReviewFlow({
    imageSid: image.sid,
    status,
    validateReason,
    invalidateReason,
    actions,
    steps,
    panel,
    onPanel: () => {
      setShown((now) => ({ ...now, panel: true }));
      onSearch({ tab: "picture" });
    },
    detections: image.detections,
    modelSid: detection.model.sid,
    onModel: (model) => onSearch({ model, detection: undefined as never }),
  });
  useShownKeys({
    shown,
    onShown: setShown,
    tab,
    onTab: (chosen) => onSearch({ tab: chosen }),
    onDoubt: flow.start,
    onDiscard: () => {
      const label = labels.find(({ index }) => index === selected);
      if (!label || editReason !== null) return;
      edits.put(label.result.discarded ? makePatch.recover(label.index) : makePatch.discard(label.index));
    },
  });

  const { results } = edits;
  const standing = useMemo(
    (): ImageDetection => ({
      ...detection,
      status,
      results: [...results],
      count: detectionCount(results),
      progress: detectionProgress(results),
    }),
    [detection, status, results],
  );
  // What is around the photo follows a moment after what one works on.
  const standingAround = useDeferredValue(standing);
  const act = useStableCallback(actions.act);
  const rotate = useStableCallback(actions.rotate);
  const showModel = useStableCallback((model: string) => onSearch({ model, detection: undefined as never }));
  const ofLabels = {
    labels,
    image,
    editReason,
    edits,
    selected,
    onSelect: select,
    onPull: actions.pull,
    onDiscard: (index: number) => edits.put(makePatch.discard(index)),
    onRecover: (index: number) => edits.put(makePatch.recover(index)),
    onBox: (index: number) => {
      select(index);
      box.open(index);
    },
  };

  return (
    <RecognitionContext value={recognition}>
      {/* Somebody may press them before what they do is on the screen. */}
      <Keys />
      {isAfterFirst && (
        <ReviewHeader
          steps={steps}
          edits={edits}
          detectionStatus={status}
          validateReason={validateReason}
          invalidateReason={invalidateReason}
          isRunning={actions.isRunning}
          onValidate={() => actions.validate()}
          onValidateAndGo={flow.validateAndGo}
          onInvalidate={actions.invalidate}
        />
      )}
      <ReviewFrame
        toolbar={
          isAfterFirst && (
            <ReviewToolbar
              event={event}
              image={image}
              detection={standingAround}
              shown={shown}
              onShown={setShown}
              control={control}
              tools={tools}
              editReason={editReason}
              onAct={act}
              onRotate={rotate}
              onModel={showModel}
            />
          )
        }
        photo={
          <PhotoPane
            windowRef={windowRef}
            control={control}
            tools={tools}
            image={image}
            photo={photo}
            boxes={isAfterFirst ? boxes : NO_BOXES}
            selected={selected}
            canEdit={editReason === null}
            onSelect={selectHere}
          />
        }
        tab={tab}
        onTab={(chosen) => onSearch({ tab: chosen })}
        panel={
          !shown.panel ? null : !isAfterFirst ? (
            <Skeleton active />
          ) : (
            <>
              {drawnTab === "picture" && (
                <LabelPanel
                  {...ofLabels}
                  ref={panel}
                  picture={photo.picture}
                  onPhoto={() => windowRef.current?.focus({ preventScroll: true })}
                  onward={<ValidateAndGo reason={validateReason} onGo={flow.validateAndGo} />}
                />
              )}
              {drawnTab === "table" && (
                <LabelTable
                  {...ofLabels}
                  arrangement={{ sort: search.sort ?? "doubt", statuses: search.status ?? NO_STATUSES }}
                  onArrange={({ sort, statuses }) => onSearch({ sort, status: [...statuses] })}
                />
              )}
              {drawnTab === "debug" && (
                <DebugPanel image={image} detection={{ ...detection, status }} queue={edits.queue} />
              )}
            </>
          )
        }
        foot={box.form && <BoxFormCard form={box.form} />}
        info={isAfterFirst && <ImageInfo event={event} image={image} jobs={jobs} />}
      />
    </RecognitionContext>
  );
}
