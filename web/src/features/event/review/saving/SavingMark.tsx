import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloudOutlined,
  ExclamationCircleFilled,
  LockOutlined,
  SyncOutlined,
} from "@ant-design/icons";
import { SUCCESS } from "@precount/domain";
import { Button, Popover } from "antd";
import type { ReactElement } from "react";
import { type SaveState, waitingCount } from "../edit-queue.ts";
import styles from "../Review.module.css";
import type { Edits } from "../use-edits.ts";
import { Troubles, useTroubles } from "./Troubles.tsx";

const ICONS: Readonly<Record<SaveState, ReactElement>> = {
  saved: <CheckCircleFilled style={{ color: "var(--pc-valid)" }} />,
  saving: <SyncOutlined spin />,
  offline: <CloudOutlined style={{ color: "var(--pc-doubtful)" }} />,
  "signed-out": <LockOutlined style={{ color: "var(--pc-doubtful)" }} />,
  conflict: <ExclamationCircleFilled style={{ color: "var(--pc-doubtful)" }} />,
  refused: <CloseCircleFilled style={{ color: "var(--pc-rejected)" }} />,
};

/** What it means, for who wonders. */
const HINTS: Readonly<Record<SaveState, string>> = {
  saved: SUCCESS.patchesSaved,
  saving: "Kept in this browser and on the way to the server.",
  offline: "The server cannot be reached. Edits are kept in this browser and sent when it answers again.",
  "signed-out": "Your session has ended. Edits are kept in this browser and sent when you have signed in.",
  conflict: "Someone else has changed the same field. Both values are kept until you choose.",
  refused: "The server did not take an edit. It is kept until you decide.",
};

const edits = (count: number): string => (count === 1 ? "1 edit" : `${count} edits`);

function textOf(state: SaveState, waiting: number, troubles: number): string {
  switch (state) {
    case "saved":
      return "Saved";
    case "saving":
      return "Saving…";
    case "offline":
      return `Offline, ${edits(waiting)} ${waiting === 1 ? "waits" : "wait"}`;
    case "signed-out":
      return `Signed out, ${edits(waiting)} ${waiting === 1 ? "waits" : "wait"}`;
    case "conflict":
      return troubles === 1 ? "Conflict" : `${troubles} to decide`;
    case "refused":
    default:
      return "Not saved";
  }
}

/** Whether everything is safe: always in the same place, said aloud when it changes, never a surprise. */
export function SavingMark({ edits: { queue, state, results } }: { edits: Edits }): ReactElement {
  const troubles = useTroubles();
  // What was refused of another photo while nobody looked at it is told here too.
  const isElsewhere = troubles.length > 0 && (state === "saved" || state === "saving");
  const shown: SaveState = isElsewhere ? "refused" : state;
  return (
    <span className={styles["saving"]} title={HINTS[shown]} data-state={shown}>
      {ICONS[shown]}
      <output className={styles["savingText"]} aria-label="Saving">
        {textOf(shown, waitingCount(queue), troubles.length)}
      </output>
      {troubles.length > 0 && (
        <Popover
          trigger="click"
          placement="bottom"
          title="Edits that need your decision"
          content={<Troubles troubles={troubles} results={results} />}
        >
          <Button size="small">Decide</Button>
        </Popover>
      )}
    </span>
  );
}
