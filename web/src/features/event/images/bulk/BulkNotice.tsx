import { groupRefusals } from "@precount/domain";
import { Button } from "antd";
import type { ArgsProps } from "antd/es/notification/interface";
import type { ReactElement } from "react";
import { errorMessage } from "../../../../shared/api/errors.ts";
import type { BulkOutcome } from "./run-in-batches.ts";
import { type BulkVerb, namesInWords, outcomeInWords } from "./words.ts";

type Notice = {
  key: string;
  verb: BulkVerb;
  isUndo: boolean;
  outcome: BulkOutcome;
  /** Null when there is no way back. */
  onUndo: (() => void) | null;
  onClose: () => void;
};

/** As long as one needs to see what one has done, seconds. What names reasons stays until it is closed. */
const SECONDS = 20;
const MOST_REASONS = 6;

/** What a finished bulk action says, and its Undo. */
export function bulkNotice({ key, verb, isUndo, outcome, onUndo, onClose }: Notice): ArgsProps {
  const { done, refused, unanswered } = outcome;
  const isWhole = refused.length === 0 && unanswered === 0;
  const undo = onUndo && (
    <Button
      size="small"
      onClick={() => {
        onClose();
        onUndo();
      }}
    >
      Undo
    </Button>
  );
  return {
    key,
    type: isWhole ? "success" : done.length > 0 ? "warning" : "error",
    title: `${isUndo ? "Undone: " : ""}${outcomeInWords(verb, outcome)}`,
    description: <Details verb={verb} outcome={outcome} />,
    actions: undo,
    duration: isWhole ? SECONDS : false,
    placement: "bottom",
    role: "status",
  };
}

function Details({ verb, outcome }: { verb: BulkVerb; outcome: BulkOutcome }): ReactElement {
  const { done, refused, endedJobs, unanswered, error } = outcome;
  const groups = groupRefusals(refused);
  const others = groups.slice(MOST_REASONS).reduce((sum, { names }) => sum + names.length, 0);
  return (
    <>
      {groups.length > 0 && (
        <ul aria-label="Reasons" style={{ margin: 0, paddingInlineStart: 20, overflowWrap: "anywhere" }}>
          {groups.slice(0, MOST_REASONS).map(({ reason, names }) => (
            <li key={reason}>
              {namesInWords(names)}: {reason}
            </li>
          ))}
          {others > 0 && <li>{others} more for other reasons</li>}
        </ul>
      )}
      {unanswered > 0 && (
        <p style={{ margin: 0 }}>
          {unanswered} have no answer: {errorMessage(error)} The list shows where they stand.
        </p>
      )}
      {endedJobs > 0 && (
        <p style={{ margin: 0 }}>
          {endedJobs === 1 ? "1 detection that was queued has" : `${endedJobs} detections that were queued have`} ended
          with it; Undo does not queue {endedJobs === 1 ? "it" : "them"} again.
        </p>
      )}
      {verb === "detect" && done.length > 0 && (
        <p style={{ margin: 0 }}>There is no undo; what waits can be cancelled in the queue above the list.</p>
      )}
    </>
  );
}
