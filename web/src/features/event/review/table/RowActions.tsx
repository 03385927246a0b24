import { BorderInnerOutlined, DeleteOutlined, RollbackOutlined, UndoOutlined } from "@ant-design/icons";
import { resultCan } from "@precount/domain";
import type { ReactElement } from "react";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import styles from "./LabelTable.module.css";

type Props = {
  label: DisplayedResult | null;
  editReason: string | null;
  onBox: (index: number) => void;
  onPull: (index: number) => void;
  onDiscard: (index: number) => void;
  onRecover: (index: number) => void;
};

/** What can be done to the chosen row; always in the same place, so that nobody hunts for it among rows. */
export function RowActions({ label, editReason, onBox, onPull, onDiscard, onRecover }: Props): ReactElement {
  const none = label === null ? "Choose a label first." : null;
  const of = label === null ? "" : ` ${label.title.toLowerCase()}`;
  const why = (rule: string | null): string | null => none ?? editReason ?? rule;
  const act = (run: (index: number) => void) => () => {
    if (label) run(label.index);
  };
  return (
    <span className={styles["actions"]}>
      <ReasonButton
        size="small"
        icon={<BorderInnerOutlined />}
        aria-label={`Box… of${of || " the label"}`}
        tooltip="The box in numbers"
        reason={why(label && reasonOf(resultCan.edit(label.result)))}
        onClick={act(onBox)}
      >
        Box…
      </ReasonButton>
      <ReasonButton
        size="small"
        icon={<UndoOutlined />}
        aria-label={`Restore${of}`}
        tooltip="Restore what the model read"
        reason={why(label && reasonOf(resultCan.restore(label.result)))}
        onClick={act(onPull)}
      />
      {label?.result.discarded ? (
        <ReasonButton
          size="small"
          icon={<RollbackOutlined />}
          aria-label={`Recover${of}`}
          tooltip="Recover"
          reason={why(null)}
          onClick={act(onRecover)}
        />
      ) : (
        <ReasonButton
          size="small"
          icon={<DeleteOutlined />}
          aria-label={`Delete${of}`}
          tooltip="Delete (Delete)"
          reason={why(null)}
          onClick={act(onDiscard)}
        />
      )}
    </span>
  );
}
