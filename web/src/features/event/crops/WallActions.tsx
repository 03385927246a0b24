import { Button } from "antd";
import type { ReactElement } from "react";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import styles from "./CropWall.module.css";
import { countOf } from "./count-of.ts";
import type { CropActions } from "./crop-actions.ts";

type Props = {
  /** The number of selected crops. */
  count: number;
  /** The number of stickers to retype. */
  wrongCount: number;
  isRunning: boolean;
  /** Why marks cannot change; null if they can. */
  markReason: string | null;
  actions: CropActions;
  onOpen: () => void;
  onClear: () => void;
};

/** The actions on the selected crops. */
export function WallActions(props: Props): ReactElement {
  const { count, wrongCount, isRunning, markReason, actions, onOpen, onClear } = props;
  const reason = isRunning ? "Please wait." : count === 0 ? "Select crops first." : null;
  return (
    <div className={styles["actions"]} role="toolbar" aria-label="Selected crops">
      <span className="pc-quiet">{count === 0 ? "Nothing selected" : `${countOf(count)} selected`}</span>
      <ReasonButton reason={markReason ?? reason} tooltip="Mark as seen by you (L)" onClick={actions.seen}>
        Looks right
      </ReasonButton>
      <ReasonButton reason={reason} tooltip="Retype them afterwards (W)" onClick={actions.wrong}>
        Wrong
      </ReasonButton>
      <ReasonButton reason={reason} tooltip="Leave them out of the count (Delete)" onClick={actions.discard}>
        Discard
      </ReasonButton>
      <ReasonButton reason={count === 1 ? null : "Select one crop."} tooltip="Open the photo (Enter)" onClick={onOpen}>
        Open in review
      </ReasonButton>
      {count > 0 && (
        <Button type="text" onClick={onClear}>
          Clear
        </Button>
      )}
      <span className="pc-grow" />
      <ReasonButton
        type="primary"
        reason={wrongCount === 0 ? "Mark stickers as wrong first." : null}
        tooltip="Retype the wrong ones (R)"
        onClick={actions.retype}
      >
        {wrongCount === 0 ? "Retype" : `Retype ${wrongCount}`}
      </ReasonButton>
    </div>
  );
}
