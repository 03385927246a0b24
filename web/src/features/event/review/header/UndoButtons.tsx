import { RedoOutlined, UndoOutlined } from "@ant-design/icons";
import type { ReactElement } from "react";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { useKeyTooltip, useReviewKeys } from "../keyboard/review-keys.ts";
import styles from "../Review.module.css";
import { useReview, useSession } from "../session/session-context.ts";
import { stepHistory } from "../session/undo.ts";

/** Undo and redo. A tablet without a keyboard has only these buttons. */
export function UndoButtons(): ReactElement {
  const session = useSession();
  const canUndo = useReview(({ edits }) => edits.canUndo);
  const canRedo = useReview(({ edits }) => edits.canRedo);
  const undoTooltip = useKeyTooltip("edit.undo", "Undo");
  const redoTooltip = useKeyTooltip("edit.redo", "Redo");
  const undo = (): void => stepHistory(session, "undo");
  const redo = (): void => stepHistory(session, "redo");
  useReviewKeys({ "edit.undo": undo, "edit.redo": redo });
  return (
    <span className={styles["undo"]}>
      <ReasonButton
        type="text"
        icon={<UndoOutlined />}
        aria-label="Undo"
        tooltip={undoTooltip}
        reason={canUndo ? null : "Nothing to undo."}
        onClick={undo}
      />
      <ReasonButton
        type="text"
        icon={<RedoOutlined />}
        aria-label="Redo"
        tooltip={redoTooltip}
        reason={canRedo ? null : "Nothing to redo."}
        onClick={redo}
      />
    </span>
  );
}
