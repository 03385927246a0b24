import { Button, Space } from "antd";
import type { Dispatch, ReactElement } from "react";
import { useTimeLeft } from "../../../shared/time/use-time-left.ts";
import styles from "./Upload.module.css";
import type { UploadEvent, UploadSummary } from "./upload-queue.ts";

type Props = { summary: UploadSummary; onEvent: Dispatch<UploadEvent> };

/** How far all of them are and how long it takes, and what can be done with all of them. */
export function UploadsSummary({ summary, onEvent }: Props): ReactElement {
  const { total, done, failed, open, sentBytes, allBytes, percent } = summary;
  const left = useTimeLeft(sentBytes, allBytes);
  return (
    <div className={styles["summary"]}>
      <progress max={100} value={percent} aria-label="Upload progress of all files" />
      <output>
        {done} of {total} uploaded · {percent} %{failed > 0 && ` · ${failed} failed`}
      </output>
      {/* Not told by itself: it says something else each minute. */}
      {left !== null && <span className="pc-quiet">{left}</span>}
      <span className="pc-grow" />
      <Space>
        {failed > 0 && <Button onClick={() => onEvent({ type: "retryFailed" })}>Retry failed</Button>}
        {open > 0 ? (
          <Button onClick={() => onEvent({ type: "cancelAll" })}>Cancel all</Button>
        ) : (
          <Button onClick={() => onEvent({ type: "clearFinished" })}>Clear finished</Button>
        )}
      </Space>
    </div>
  );
}
