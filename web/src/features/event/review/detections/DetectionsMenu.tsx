import { detectionCount, detectionProgress, imageCan } from "@precount/domain";
import { type ReactElement, useDeferredValue, useRef, useState } from "react";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { useReview, useSession } from "../session/session-context.ts";
import { useDetectionActions } from "./detection-actions-context.ts";
import { type DetectionRow, detectionRows } from "./detection-rows.ts";
import { DetectionsButton } from "./DetectionsButton.tsx";
import { DetectionsCard } from "./DetectionsCard.tsx";

type Props = { isShort: boolean; onDetect: () => void };

/** The image's detections, the shown one with the edits that are not saved yet. */
export function DetectionsMenu({ isShort, onDetect }: Props): ReactElement {
  const { page } = useSession();
  const { act } = useDetectionActions();
  const rows = useDetectionRows();
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    // Before a dialog opens, which returns the focus to the element that had it. The list's own buttons are hidden by then.
    trigger.current?.focus();
    setOpen(false);
  };
  const detectReason = useReview(({ image, project }) => reasonOf(imageCan.detect(image, project)));
  return (
    <DetectionsButton ref={trigger} rows={rows} isShort={isShort} isOpen={isOpen} onOpenChange={setOpen}>
      <DetectionsCard
        rows={rows}
        detectReason={detectReason}
        onShow={({ detection }) => {
          close();
          page.setSearch({ model: detection.model.sid, ...NO_SELECTION });
        }}
        onAct={(verb, { detection }) => {
          close();
          act(verb, detection);
        }}
        onDetect={() => {
          close();
          onDetect();
        }}
      />
    </DetectionsButton>
  );
}

// The search takes no `undefined`: leaving it out is what takes it out of the address.
const NO_SELECTION = { detection: undefined as never };

function useDetectionRows(): DetectionRow[] {
  const image = useReview((state) => state.image);
  const project = useReview((state) => state.project);
  const detection = useReview((state) => state.detection);
  // The figures may follow an edit a moment later.
  const edits = useDeferredValue(useReview((state) => state.edits));
  const results = [...edits.snapshot.results];
  const shown = {
    ...detection,
    status: edits.status,
    results,
    count: detectionCount(results),
    progress: detectionProgress(results),
  };
  return detectionRows(image.detections, shown, { image, project });
}
