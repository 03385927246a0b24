import { StarFilled } from "@ant-design/icons";
import type { DetectionVerb } from "@precount/domain";
import type { ReactElement } from "react";
import { type Action, ActionMenu } from "../../../../ui/ActionMenu.tsx";
import { DateText } from "../../../../ui/DateText.tsx";
import { ProgressCell } from "../../../../ui/ProgressCell.tsx";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { StatusTag } from "../../../../ui/StatusTag.tsx";
import { DETECTION_STATUS_DISPLAY } from "../../../../ui/status-display.tsx";
import styles from "./Detections.module.css";
import type { DetectionRow } from "./detection-rows.ts";

type Props = {
  rows: readonly DetectionRow[];
  detectReason: string | null;
  onShow: (row: DetectionRow) => void;
  onAct: (verb: DetectionVerb, row: DetectionRow) => void;
  onDetect: () => void;
};

const VERBS: readonly { verb: DetectionVerb; title: string; danger: boolean }[] = [
  { verb: "activate", title: "Select", danger: false },
  { verb: "validate", title: "Validate", danger: false },
  { verb: "invalidate", title: "Unlock Detections", danger: false },
  { verb: "delete", title: "Delete", danger: true },
];

/** The detections of the image: their progress, which one is shown, and which one the report uses. */
export function DetectionsCard({ rows, detectReason, onShow, onAct, onDetect }: Props): ReactElement {
  return (
    <div className={styles["card"]}>
      <ul className={styles["list"]} aria-label="Detections">
        {rows.map((row) => (
          <li key={row.detection.sid} className={styles["item"]} data-shown={row.isShown}>
            <Summary row={row} onShow={() => onShow(row)} />
            <ActionMenu label={`Actions of ${row.detection.model.name}`} actions={actionsOf(row, onAct)} />
          </li>
        ))}
      </ul>
      <ReasonButton reason={detectReason} onClick={onDetect}>
        Detect Objects
      </ReasonButton>
    </div>
  );
}

const actionsOf = (row: DetectionRow, onAct: Props["onAct"]): Action[] =>
  VERBS.map(({ verb, title, danger }) => ({
    key: verb,
    title,
    reason: row.reasons[verb],
    danger,
    run: () => onAct(verb, row),
  }));

function Summary({ row, onShow }: { row: DetectionRow; onShow: () => void }): ReactElement {
  const { detection, isShown, isUsedByReport } = row;
  const { model, status, count, progress, inferredAt } = detection;
  return (
    <div className={styles["summary"]}>
      <div className={styles["line"]}>
        <button type="button" className={styles["name"]} aria-pressed={isShown} onClick={onShow}>
          {model.name}
        </button>
        <StatusTag display={DETECTION_STATUS_DISPLAY[status]} />
        {isShown && <span className="pc-quiet">on the screen</span>}
      </div>
      <div className={styles["line"]}>
        <ProgressCell percent={progress} label={`Valid or discarded labels of ${model.name}`} />
        <span>{count === 1 ? "1 label" : `${count} labels`}</span>
        <span className="pc-quiet">
          <DateText iso={inferredAt} />
        </span>
      </div>
      {isUsedByReport && (
        <div className={styles["counts"]}>
          <StarFilled aria-hidden /> Used in the report
        </div>
      )}
    </div>
  );
}
