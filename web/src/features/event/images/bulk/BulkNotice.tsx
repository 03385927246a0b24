import { groupRefusals } from "@precount/domain";
import { Button } from "antd";
import type { ArgsProps } from "antd/es/notification/interface";
import type { ReactElement } from "react";
import { errorMessage } from "../../../../shared/api/errors.ts";
import { once } from "../../../../shared/feedback/once.ts";
import type { BulkOutcome } from "./run-in-batches.ts";
import { type BulkVerb, joinNames, describeOutcome } from "./texts.ts";

type Notice = {
  key: string;
  verb: BulkVerb;
  isUndo: boolean;
  outcome: BulkOutcome;
  /** Null when the action cannot be undone. */
  onUndo: (() => void) | null;
  onClose: () => void;
};

/** The duration of a success notice. Notices with reasons stay until they are closed. */
const DURATION_S = 20;
const MAX_REASONS = 6;

/** The notice of a finished bulk action, with Undo. */
export function bulkNotice({ key, verb, isUndo, outcome, onUndo, onClose }: Notice): ArgsProps {
  const { done, refused, unanswered } = outcome;
  const isComplete = refused.length === 0 && unanswered === 0;
  const undo = onUndo && (
    <Button
      size="small"
      onClick={once(() => {
        onClose();
        onUndo();
      })}
    >
      Undo
    </Button>
  );
  return {
    key,
    type: isComplete ? "success" : done.length > 0 ? "warning" : "error",
    title: `${isUndo ? "Undone: " : ""}${describeOutcome(verb, outcome)}`,
    description: <Details verb={verb} outcome={outcome} />,
    actions: undo,
    duration: isComplete ? DURATION_S : false,
    placement: "bottom",
    role: "status",
  };
}

function Details({ verb, outcome }: { verb: BulkVerb; outcome: BulkOutcome }): ReactElement {
  const { done, refused, endedJobs, unanswered, error } = outcome;
  const groups = groupRefusals(refused);
  const others = groups.slice(MAX_REASONS).reduce((sum, { names }) => sum + names.length, 0);
  return (
    <>
      {groups.length > 0 && (
        <ul aria-label="Reasons" style={{ margin: 0, paddingInlineStart: 20, overflowWrap: "anywhere" }}>
          {groups.slice(0, MAX_REASONS).map(({ reason, names }) => (
            <li key={reason}>
              {joinNames(names)}: {reason}
            </li>
          ))}
          {others > 0 && <li>{others} more for other reasons</li>}
        </ul>
      )}
      {unanswered > 0 && (
        <p style={{ margin: 0 }}>
          {unanswered} without a response: {errorMessage(error)} The list shows their current status.
        </p>
      )}
      {endedJobs > 0 && (
        <p style={{ margin: 0 }}>
          {endedJobs === 1 ? "1 queued detection was" : `${endedJobs} queued detections were`} canceled. Undo does not
          queue {endedJobs === 1 ? "it" : "them"} again.
        </p>
      )}
      {verb === "detect" && done.length > 0 && (
        <p style={{ margin: 0 }}>
          This cannot be undone. Waiting detections can be canceled in the queue above the list.
        </p>
      )}
    </>
  );
}
