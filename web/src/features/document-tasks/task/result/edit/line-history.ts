import type { CutLines } from "./cut-lines.ts";

/** The lines of a table in the editor, with what Undo brings back. */
export type LineHistory = {
  /** Null while a person draws the area. */
  lines: CutLines | null;
  past: readonly (CutLines | null)[];
  /** Whether the last change moved a line. Further moves belong to the same step. */
  isMoving: boolean;
};

export const startHistory = (lines: CutLines | null): LineHistory => ({ lines, past: [], isMoving: false });

/** Changes the lines. The moves of one drag, or of one line with the arrow keys, are one step. */
export function changeHistory(history: LineHistory, lines: CutLines | null, isMove: boolean): LineHistory {
  const isSameStep = isMove && history.isMoving;
  return { lines, past: isSameStep ? history.past : [...history.past, history.lines], isMoving: isMove };
}

/** The next move of a line is a step of its own. */
export const endMove = (history: LineHistory): LineHistory =>
  history.isMoving ? { ...history, isMoving: false } : history;

export function undoHistory(history: LineHistory): LineHistory {
  const [lines] = history.past.slice(-1);
  return lines === undefined ? history : { lines, past: history.past.slice(0, -1), isMoving: false };
}
