import { type ReadingField, checkField } from "@precount/domain";
import { useCallback, useState, useSyncExternalStore } from "react";
import { type QueuedEdit, changesReading } from "./edit-queue.ts";
import type { DisplayedResult } from "../../../ui/displayed-results.ts";
import { valueOf } from "./saving/Troubles.tsx";
import type { Drafts } from "./use-edits.ts";

export type ReadingOptions = {
  label: DisplayedResult;
  field: ReadingField;
  /** The latest edit of this field, if there was one. */
  edit: QueuedEdit | undefined;
  drafts: Drafts;
  onCommit: (value: string) => void;
};

export type EditedReading = {
  /** What stands there, or what is typed over it. */
  shown: string;
  value: string;
  isTyping: boolean;
  isDoubtful: boolean;
  /** Why what is typed was not taken. */
  complaint: string | null;
  /** An edit that needs a decision. */
  trouble: QueuedEdit | null;
  /** The complaint, else the trouble, in words; null while all is well. */
  message: string | null;
  type: (text: string) => void;
  /** Checks and enters; a value that is no value stays typed, and says why. Whether it was taken. */
  commit: (text: string) => boolean;
  leave: (text: string) => void;
  /** Back to what was there before. */
  escape: () => void;
};

/**
 * A code or a quantity in somebody's hand, in a card or in a cell. What is typed is kept with every key, through a reload
 * too; it is checked and entered when one leaves the field or presses Enter.
 */
export function useReading({ label, field, edit, drafts, onCommit }: ReadingOptions): EditedReading {
  const { result } = label;
  const reading = field === "code" ? result.code : result.quantity;
  const value = reading?.value ?? "";
  const path = `/${label.index}/${field}/value`;
  const typed = useSyncExternalStore(drafts.subscribe, () => drafts.get(path));
  const setTyped = useCallback((text: string | null) => drafts.set(path, text), [drafts, path]);
  const [complaint, setComplaint] = useState(() => {
    // Typed before a reload, and no value: it is there again, and says why it was not taken.
    const checked = typed === null ? null : checkField(result.label, field, typed.trim());
    return checked === null || checked.ok ? null : checked.reason;
  });
  const commit = (wanted: string): boolean => {
    const text = wanted.trim();
    const checked = checkField(result.label, field, text);
    setComplaint(checked.ok ? null : checked.reason);
    if (!checked.ok) return false;
    if (changesReading(reading, text)) onCommit(text);
    else if (typed !== null) setTyped(null);
    return true;
  };
  const trouble = edit?.state === "conflict" || edit?.state === "refused" ? edit : null;
  return {
    shown: typed ?? value,
    value,
    isTyping: typed !== null,
    isDoubtful: !result.discarded && reading?.pattern === null,
    complaint,
    trouble,
    message: complaint ?? (trouble && troubleText(trouble)),
    type: (text) => {
      setTyped(text);
      setComplaint(null);
    },
    commit,
    leave: (text) => {
      // As it is now, not as it was drawn: Enter has just entered it, and moves the focus on.
      if (drafts.get(path) !== null) commit(text);
    },
    escape: () => {
      if (typed !== null) setTyped(null);
      setComplaint(null);
    },
  };
}

/** In few words: the field is narrow, and the list of decisions says more. */
function troubleText({ patch, theirs, message }: QueuedEdit): string {
  return theirs
    ? `Someone else entered ${valueOf(theirs)} meanwhile.`
    : `${message ?? ""} Yours was '${valueOf(patch)}'.`;
}
