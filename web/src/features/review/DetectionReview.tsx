import { useSize, useViewport } from "@precount/annotator/react";
import {
  type Image,
  type ImageDetection,
  type Project,
  deriveDetectionStatus,
  detectionCan,
  makePatch,
} from "@precount/domain";
import { type ReactElement, useCallback, useMemo, useRef, useState } from "react";
import { reasonOf } from "../../lib/reason.ts";
import type { ReviewSearch } from "../../lib/search.ts";
import { ImageInfo } from "./ImageInfo.tsx";
import { LabelPanel } from "./LabelPanel.tsx";
import { boxOf, labelsOf } from "./labels.ts";
import { PhotoPane, usePhoto } from "./PhotoPane.tsx";
import { ReviewFrame } from "./ReviewFrame.tsx";
import { ReviewHeader } from "./ReviewHeader.tsx";
import { ReviewToolbar, type Shown } from "./ReviewToolbar.tsx";
import { useDetectionActions } from "./use-detection-actions.ts";
import { useEdits } from "./use-edits.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";
import { useSteps } from "./use-steps.ts";

type Props = {
  event: Project;
  image: Image;
  detection: ImageDetection;
  selected: number | null;
  onSearch: (changes: ReviewSearch) => void;
};

/** An image with a detection: its labels on the photo and beside it, edited and validated. */
export function DetectionReview({ event, image, detection, selected, onSearch }: Props): ReactElement {
  const edits = useEdits(event.slug, image.sid, detection);
  const labels = useMemo(() => labelsOf(edits.results), [edits.results]);
  const [shown, setShown] = useState<Shown>({ stickers: true, shelves: true, discarded: false, panel: true });
  const { position, go } = useSteps(event.slug, image.sid);
  useLeaveGuard(edits);

  const windowRef = useRef<HTMLDivElement>(null);
  const view = useSize(windowRef);
  const control = useViewport(image, view);
  const { show } = control;
  const photo = usePhoto(image);

  const context = { image, project: event };
  const status = deriveDetectionStatus({ current: detection.status, patches: edits.patches, results: edits.results });
  const facts = { status, results: edits.results };
  const actions = useDetectionActions(event.slug, image, detection, edits);

  const select = useCallback(
    (index: number | null) => {
      // The search takes no `undefined`: leaving it out is what takes it out of the address.
      onSearch(index === null ? { detection: undefined as never } : { detection: index + 1 });
      const label = labels.find((one) => one.index === index);
      if (label) show(label.result.rect);
    },
    [labels, onSearch, show],
  );
  const boxes = labels
    .filter(({ result, status: now }) => {
      if (now === "discarded") return shown.discarded;
      return result.label === "shelf" ? shown.shelves : shown.stickers;
    })
    .map(boxOf);

  return (
    <>
      <ReviewHeader
        position={position}
        onGo={go}
        saveState={edits.state}
        onRetry={edits.retry}
        detectionStatus={status}
        validateReason={reasonOf(detectionCan.validate(facts, context))}
        invalidateReason={reasonOf(detectionCan.invalidate(facts, context))}
        isRunning={actions.isRunning}
        onValidate={actions.validate}
        onInvalidate={actions.invalidate}
      />
      <ReviewFrame
        toolbar={
          <ReviewToolbar
            event={event}
            image={image}
            detection={{ ...detection, status }}
            results={edits.results}
            shown={shown}
            onShown={setShown}
            control={control}
            view={view}
            actions={actions}
            onModel={(model) => onSearch({ model, detection: undefined as never })}
          />
        }
        photo={
          <PhotoPane
            windowRef={windowRef}
            view={view}
            control={control}
            image={image}
            photo={photo}
            boxes={boxes}
            selected={selected}
            onSelect={select}
          />
        }
        panel={
          shown.panel ? (
            <LabelPanel
              labels={labels}
              picture={photo.picture}
              image={image}
              editReason={reasonOf(detectionCan.edit(facts, context))}
              edits={edits}
              selected={selected}
              onSelect={select}
              onPull={actions.pull}
              onDiscard={(index) => edits.put(makePatch.discard(index))}
              onRecover={(index) => edits.put(makePatch.recover(index))}
            />
          ) : null
        }
        info={<ImageInfo event={event} image={image} />}
      />
    </>
  );
}
