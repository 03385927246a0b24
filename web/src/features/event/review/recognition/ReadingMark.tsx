import { ScanOutlined } from "@ant-design/icons";
import { needsReading } from "@precount/domain";
import { type ReactElement, useContext } from "react";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { RecognitionContext } from "./recognition-context.ts";
import styles from "./Recognition.module.css";

type Props = {
  label: DisplayedResult;
  /** Why it cannot be edited; null when it can. */
  reason: string | null;
};

/** Whether a drawn sticker is being read; and the way to have it read when it is not. */
export function ReadingMark({ label: { index, result, title }, reason }: Props): ReactElement | null {
  const { stateAt, read } = useContext(RecognitionContext);
  const state = stateAt(index);
  if (!needsReading(result)) return null;
  if (state !== null) {
    return (
      <output className={styles["mark"]} title={state === "waiting" ? WAITING : undefined}>
        {state === "reading" ? "Reading…" : "Read later"}
      </output>
    );
  }
  const isUnread = result.values.length === 0;
  return isUnread ? (
    <ReasonButton
      size="small"
      type="text"
      icon={<ScanOutlined />}
      aria-label={`Read ${title.toLowerCase()}`}
      tooltip="Read code and quantity"
      reason={reason}
      onClick={() => read(index)}
    />
  ) : null;
}

const WAITING = "The server cannot be reached. It is read when the server answers again; you may type meanwhile.";
