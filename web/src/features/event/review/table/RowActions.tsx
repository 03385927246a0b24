import { BorderInnerOutlined, DeleteOutlined, RollbackOutlined, UndoOutlined } from "@ant-design/icons";
import { makePatch, resultCan } from "@precount/domain";
import type { ReactElement } from "react";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { useDetectionActions } from "../detections/detection-actions-context.ts";
import { useReview, useSession } from "../session/session-context.ts";
import styles from "./ResultTable.module.css";

/** The actions for the selected row, always at the same place below the table. */
export function RowActions(): ReactElement {
  const session = useSession();
  const { pull } = useDetectionActions();
  const editReason = useReview((state) => state.editReason);
  const item = useReview(({ edits, selected }) => (selected === null ? undefined : edits.itemsByIndex.get(selected)));
  const name = item ? ` ${item.title.toLowerCase()}` : "";
  const reasonFor = (reason: string | null): string | null => (item ? (editReason ?? reason) : "Select a label first.");
  const act = (run: (index: number) => void) => () => {
    if (item) run(item.index);
  };
  const isDiscarded = item?.result.discarded === true;
  return (
    <span className={styles["actions"]}>
      <ReasonButton
        size="small"
        icon={<BorderInnerOutlined />}
        aria-label={`Box… of${name || " the label"}`}
        tooltip="Edit the box as numbers"
        reason={reasonFor(item ? reasonOf(resultCan.edit(item.result)) : null)}
        onClick={act(session.openBoxForm)}
      >
        Box…
      </ReasonButton>
      <ReasonButton
        size="small"
        icon={<UndoOutlined />}
        aria-label={`Restore${name}`}
        tooltip="Restore what the model read"
        reason={reasonFor(item ? reasonOf(resultCan.restore(item.result)) : null)}
        onClick={act(pull)}
      />
      <ReasonButton
        size="small"
        icon={isDiscarded ? <RollbackOutlined /> : <DeleteOutlined />}
        aria-label={`${isDiscarded ? "Recover" : "Delete"}${name}`}
        tooltip={isDiscarded ? "Recover" : "Delete (Delete)"}
        reason={reasonFor(null)}
        onClick={act((index) => session.put(isDiscarded ? makePatch.recover(index) : makePatch.discard(index)))}
      />
    </span>
  );
}
