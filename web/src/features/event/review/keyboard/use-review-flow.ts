import type { DetectionStatus, ImageDetection } from "@precount/domain";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import type { KeyPress } from "../../../../shared/keyboard/table.ts";
import { focusContent } from "../../../../ui/content.ts";
import type { PanelHandle } from "../LabelPanel.tsx";
import { focusValidate } from "../panel/places.ts";
import type { DetectionActions } from "../use-detection-actions.ts";
import type { Steps } from "../use-steps.ts";
import { takeArrival } from "./arrival.ts";
import { useReviewKeys } from "./review-keys.ts";

type Options = {
  imageSid: string;
  status: DetectionStatus;
  validateReason: string | null;
  invalidateReason: string | null;
  actions: DetectionActions;
  steps: Steps;
  panel: RefObject<PanelHandle | null>;
  /** Makes the labels' cards visible, wherever one was. */
  onPanel: () => void;
  detections: readonly ImageDetection[];
  modelSid: string;
  onModel: (sid: string) => void;
};

export type ReviewFlow = {
  /** Into the first doubtful value, or to Validate. */
  start: () => void;
  /** Validates and goes on to the next image that needs someone; where it cannot be, says why and goes to what is in the way. */
  validateAndGo: () => void;
};

const isDoneIn = (status: DetectionStatus): boolean => status === "validated" || status === "selected";

/** The way through the images: what is doubtful, then Validate, then the next one that needs someone. */
export function useReviewFlow(options: Options): ReviewFlow {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const { imageSid, panel, onPanel, detections, modelSid, onModel } = options;

  const start = (): void => {
    if (!panel.current) flushSync(onPanel);
    panel.current?.start();
  };
  const arrive = useRef(start);
  useEffect(() => {
    if (takeArrival(imageSid)) arrive.current();
  }, [imageSid]);

  const validateAndGo = (): void => {
    // What is typed is entered first, as leaving the field does; the reasons are those after that.
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement) flushSync(() => activeElement.blur());
    const { status, validateReason, actions, steps } = latest.current;
    if (actions.isRunning) return;
    if (isDoneIn(status)) steps.goOn();
    else if (validateReason === null) actions.validate(() => latest.current.steps.goOn());
    else {
      feedback.warning(validateReason);
      start();
    }
  };
  // Validate and Unlock stand in for one another: the one that was pressed leaves, and takes the focus with it.
  const isDone = isDoneIn(options.status);
  const wasDone = useRef(isDone);
  useEffect(() => {
    if (wasDone.current === isDone) return;
    wasDone.current = isDone;
    if (document.activeElement === document.body && (isDone || !focusValidate())) focusContent();
  }, [isDone]);

  // A key that is held must not validate what nobody has looked at.
  const once = ({ isRepeat }: KeyPress): void => {
    if (!isRepeat) validateAndGo();
  };
  useReviewKeys({
    "photo.validate": once,
    "validate.enter": once,
    "photo.unlock": () => {
      const { invalidateReason, actions } = latest.current;
      if (invalidateReason === null) actions.invalidate();
      else feedback.warning(invalidateReason);
    },
    "detection.next": () => {
      const at = detections.findIndex(({ model }) => model.sid === modelSid);
      const next = detections[(at + 1) % detections.length];
      if (next && next.model.sid !== modelSid) onModel(next.model.sid);
      else feedback.warning("This photo has no other detection.");
    },
  });
  return { start, validateAndGo };
}
