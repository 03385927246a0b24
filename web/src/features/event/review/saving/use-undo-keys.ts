import { useReviewKeys } from "../keyboard/review-keys.ts";

/** While something is typed and not entered, the keys are the field's own. */
export function useUndoKeys(undo: () => void, redo: () => void): void {
  useReviewKeys({ "edit.undo": undo, "edit.redo": redo });
}
