import { BorderInnerOutlined, DeleteOutlined, RollbackOutlined, UndoOutlined } from "@ant-design/icons";
import { resultCan } from "@precount/domain";
import type { ReactElement } from "react";
import { reasonOf } from "../../../../shared/api/reason.ts";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { useDetectionActions } from "../detections/detection-actions-context.ts";
import { HistoryButton } from "../history/HistoryButton.tsx";
import { useKeyTooltip } from "../keyboard/review-keys.ts";
import { discardResult, recoverResult } from "../session/result-actions.ts";
import { useReview, useSession } from "../session/session-context.ts";

type Props = { item: DisplayedResult; preview: HTMLImageElement | null };

/** The buttons of a card. */
export function CardActions({ item, preview }: Props): ReactElement {
  const { index, result, title } = item;
  const session = useSession();
  const { pull } = useDetectionActions();
  const editReason = useReview((state) => state.editReason);
  const restoreTooltip = useKeyTooltip("label.restore", "Restore what the model read");
  const discardTooltip = useKeyTooltip("label.discard", result.discarded ? "Recover" : "Delete");
  const restoreReason = editReason ?? reasonOf(resultCan.restore(result));
  const name = title.toLowerCase();
  const [verb, icon, act] = result.discarded
    ? (["Recover", <RollbackOutlined key="recover" />, recoverResult] as const)
    : (["Delete", <DeleteOutlined key="delete" />, discardResult] as const);
  return (
    <>
      <HistoryButton item={item} preview={preview} />
      {!result.discarded && (
        <ReasonButton
          size="small"
          type="text"
          icon={<BorderInnerOutlined />}
          aria-label={`Box of ${name}…`}
          tooltip="Edit the box as numbers"
          reason={editReason}
          onClick={() => session.openBoxForm(index)}
        />
      )}
      {result.original !== null && (
        <ReasonButton
          size="small"
          type="text"
          icon={<UndoOutlined />}
          aria-label={`Restore ${name}`}
          tooltip={restoreTooltip}
          reason={restoreReason}
          onClick={() => pull(index)}
        />
      )}
      <ReasonButton
        size="small"
        type="text"
        icon={icon}
        aria-label={`${verb} ${name}`}
        tooltip={discardTooltip}
        reason={editReason}
        onClick={() => act(session, index)}
      />
    </>
  );
}
