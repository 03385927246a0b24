import type { ReadingField } from "@precount/domain";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import type { QueuedEdit } from "../edit-queue.ts";
import { describePatchValue } from "../saving/UnresolvedEdits.tsx";
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
  const reading = field === "code" ? result.code : result.quantity;
  const isUnresolved = complaint === null && (edit?.state === "conflict" || edit?.state === "refused");
  const unresolved = isUnresolved && edit ? edit : null;
  return {
    shown: draft ?? reading?.value ?? "",
    isTyping: draft !== null,
    isDoubtful: !result.discarded && reading?.pattern === null,
    edit,
    unresolved,
    message: complaint ?? (unresolved && describeUnresolved(unresolved)),
  };
}

/** Short, because the field is narrow; the list of unresolved edits says more. */
function describeUnresolved({ patch, theirs, message }: QueuedEdit): string {
  return theirs
    ? `Someone else entered ${describePatchValue(theirs)} meanwhile.`
    : `${message ?? ""} Yours was '${describePatchValue(patch)}'.`;
}
