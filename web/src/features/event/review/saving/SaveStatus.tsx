import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloudOutlined,
  ExclamationCircleFilled,
  LockOutlined,
  SyncOutlined,
} from "@ant-design/icons";
import { SUCCESS } from "@precount/domain";
import { Button } from "antd";
import type { ReactElement } from "react";
import { type SaveState, saveState } from "../edit-queue.ts";
import styles from "../Review.module.css";
import { useReview } from "../session/session-context.ts";
import { UnresolvedEdits, useUnresolvedEdits } from "./UnresolvedEdits.tsx";
import { useSaveQueueValue } from "./save-queue-context.ts";
import { ClickPopover } from "../../../../ui/ClickPopover.tsx";

const ICONS: Readonly<Record<SaveState, ReactElement>> = {
  saved: <CheckCircleFilled style={{ color: "var(--pc-valid)" }} />,
  saving: <SyncOutlined spin />,
  offline: <CloudOutlined style={{ color: "var(--pc-doubtful)" }} />,
  "signed-out": <LockOutlined style={{ color: "var(--pc-doubtful)" }} />,
  conflict: <ExclamationCircleFilled style={{ color: "var(--pc-doubtful)" }} />,
  refused: <CloseCircleFilled style={{ color: "var(--pc-rejected)" }} />,
};

/** The tooltip of each state. */
const EXPLANATIONS: Readonly<Record<SaveState, string>> = {
  saved: SUCCESS.patchesSaved,
  saving: "Stored in this browser and being sent to the server.",
  offline: "The server cannot be reached. Edits are kept in this browser and sent when it answers again.",
  "signed-out": "Your session has ended. Edits are kept in this browser and sent when you have signed in.",
  conflict: "Someone else has changed the same field. Both values are kept until you choose.",
  refused: "The server refused an edit. It is kept until you decide.",
};

const countText = (count: number): string => (count === 1 ? "1 edit" : `${count} edits`);

function textOf(state: SaveState, waiting: number, unresolved: number): string {
  switch (state) {
    case "saved":
      return "Saved";
    case "saving":
      return "Saving…";
    case "offline":
      return `Offline, ${countText(waiting)} ${waiting === 1 ? "waits" : "wait"}`;
    case "signed-out":
      return `Signed out, ${countText(waiting)} ${waiting === 1 ? "waits" : "wait"}`;
    case "conflict":
      return unresolved === 1 ? "Conflict" : `${unresolved} to decide`;
    case "refused":
    default:
      return "Not saved";
  }
}

/**
 * Whether all edits are saved, also those of other photos: Enter opens the next photo before the last edit is saved.
 * Always at the same place, and announced to screen readers when it changes.
 */
export function SaveStatus(): ReactElement {
  const state = useSaveQueueValue((queue) => saveState({ edits: queue.unsavedEdits() }, queue.connection));
  const waiting = useSaveQueueValue((queue) => queue.unsavedEdits().length);
  const results = useReview(({ edits: { snapshot } }) => snapshot.results);
  const unresolved = useUnresolvedEdits();
  return (
    <span className={styles["saving"]} title={EXPLANATIONS[state]} data-state={state}>
      {ICONS[state]}
      <output className={styles["savingText"]} aria-label="Saving">
        {textOf(state, waiting, unresolved.length)}
      </output>
      {unresolved.length > 0 && (
        <ClickPopover
          placement="bottom"
          title="Edits that need your decision"
          content={<UnresolvedEdits edits={unresolved} results={results} />}
        >
          <Button size="small">Decide</Button>
        </ClickPopover>
      )}
    </span>
  );
}
