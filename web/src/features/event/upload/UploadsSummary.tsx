import { Button, Space } from "antd";
import type { ReactElement } from "react";
import { useTimeLeft } from "../../../shared/time/use-time-left.ts";
import { ReviewNext } from "./ReviewNext.tsx";
import styles from "./Upload.module.css";
import { uploads } from "./page-uploads.ts";
import { type Upload, isOpen, mayRetry, summarizeUploads } from "./upload.ts";

/** Progress of all uploads of an event, the time left, and actions on all of them. */
export function UploadsSummary({ slug, own }: { slug: string; own: readonly Upload[] }): ReactElement {
  const { total, done, failed, open, sentBytes, allBytes, percent } = summarizeUploads(own);
  const timeLeft = useTimeLeft(sentBytes, allBytes);
  const retryable = own.filter((upload) => upload.status === "failed" && mayRetry(upload));
  return (
    <div className={styles["summary"]}>
      <progress max={100} value={percent} aria-label="Upload progress of all files" />
      <output>
        {done} of {total} uploaded · {percent} %{failed > 0 && ` · ${failed} failed`}
      </output>
      {/* Outside the output: a screen reader would announce it each minute. */}
      {timeLeft !== null && <span className="pc-quiet">{timeLeft}</span>}
      <span className="pc-grow" />
      <Space wrap>
        {retryable.length > 0 && <Button onClick={() => uploads.retry(retryable)}>Retry failed</Button>}
        {open === 0 && done > 0 && <ReviewNext slug={slug} />}
        {open > 0 ? (
          <Button onClick={() => uploads.cancel(own.filter(isOpen))}>Cancel all</Button>
        ) : (
          <Button
            onClick={() => uploads.remove(own.filter(({ status }) => status === "done" || status === "cancelled"))}
          >
            Clear finished
          </Button>
        )}
      </Space>
    </div>
  );
}
