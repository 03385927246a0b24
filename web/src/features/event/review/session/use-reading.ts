import { type ReadingField, type Result, resultCan } from "@precount/domain";
import { reasonOf } from "../../../../shared/api/reason.ts";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import type { QueuedEdit } from "../edit-queue.ts";
import { describePatchValue } from "../saving/describe-patch-value.ts";
import { pathOf } from "./readings.ts";
import { useDraft, useReview } from "./session-context.ts";

export type ReadingState = {
  /** The draft, else the value. */
  shown: string;
  isTyping: boolean;
  isDoubtful: boolean;
  /** The latest edit of this field. */
  edit: QueuedEdit | undefined;
  /** An edit that needs a decision. Null while the field has a complaint, which comes first. */
  unresolved: QueuedEdit | null;
  /** Why the typed text was not accepted, or what happened to the edit; null without a problem. */
  message: string | null;
};

/** The content of a field for a code or a quantity, in a card or in the table. */
export function useReading({ index, result }: DisplayedResult, field: ReadingField): ReadingState {
  const path = pathOf({ index, field });
  const draft = useDraft({ index, field });
  const edit = useReview(({ edits }) => edits.editsByPath.get(path));
  const complaint = useReview(({ complaints }) => complaints[path] ?? null);
  const editReason = useReview((state) => state.editReason);
  return readingState(result, field, { draft, edit, complaint, editReason });
}

type Inputs = Pick<ReadingState, "edit"> & {
  draft: string | null;
  complaint: string | null;
  editReason: string | null;
};

export function readingState(
  result: Result,
  field: ReadingField,
  { draft, edit, complaint, editReason }: Inputs,
): ReadingState {
  const isFrozen = (editReason ?? reasonOf(resultCan.edit(result))) !== null;
  // A draft is no value: where it cannot be entered, the stored value is shown.
  const typed = isFrozen ? null : draft;
  const note = isFrozen ? (draft === null ? null : `Not saved: you typed '${draft}'.`) : complaint;
  const reading = field === "code" ? result.code : result.quantity;
  const unresolved = note === null && (edit?.state === "conflict" || edit?.state === "refused") ? edit : null;
  return {
    shown: typed ?? reading?.value ?? "",
    isTyping: typed !== null,
    isDoubtful: !result.discarded && reading?.pattern === null,
    edit,
    unresolved,
    message: note ?? (unresolved && describeUnresolved(unresolved)),
  };
}

/** Short, because the field is narrow; the list of unresolved edits says more. */
function describeUnresolved({ patch, theirs, message }: QueuedEdit): string {
  return theirs
    ? `Someone else entered ${describePatchValue(theirs)} meanwhile.`
    : `${message ?? ""} Yours was '${describePatchValue(patch)}'.`;
}
