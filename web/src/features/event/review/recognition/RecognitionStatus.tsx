import { ScanOutlined } from "@ant-design/icons";
import { needsReading } from "@precount/domain";
import { type ReactElement, useSyncExternalStore } from "react";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { useReview, useSession } from "../session/session-context.ts";
import styles from "./Recognition.module.css";

/** Whether a drawn sticker is being read, and the button that reads it when it is not. */
export function RecognitionStatus({ item: { index, result, title } }: { item: DisplayedResult }): ReactElement | null {
  const session = useSession();
  const reason = useReview(({ editReason }) => editReason);
  const state = useSyncExternalStore(session.reader.subscribe, () => session.recognitionState(index));
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
      onClick={() => void session.reader.read({ of: null, index })}
    />
  ) : null;
}

const WAITING =
  "The server cannot be reached. The sticker is read when the server answers again. You can type meanwhile.";
