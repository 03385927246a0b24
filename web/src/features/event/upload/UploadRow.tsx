import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  LoadingOutlined,
  StopOutlined,
} from "@ant-design/icons";
import { fileUploadFailed, fileUploaded, formatSize } from "@precount/domain";
import { Button } from "antd";
import { type ReactElement, memo } from "react";
import { uploads } from "./page-uploads.ts";
import { type Upload, isOpen, mayRetry } from "./upload.ts";
import styles from "./Upload.module.css";

/** Renders only when its own upload changes: the list may have two hundred rows. */
export const UploadRow = memo(function UploadRow({ upload }: { upload: Upload }): ReactElement {
  const { name, status, sizeBytes, sentBytes } = upload;
  return (
    <li className={styles["row"]} data-status={status}>
      <span aria-hidden className={styles["rowIcon"]}>
        {ICONS[status]}
      </span>
      <span className={styles["text"]}>
        <span className={styles["file"]}>{textOf(upload)}</span>
        {upload.duplicate !== null && <span className="pc-quiet"> {upload.duplicate}</span>}
        {upload.error !== null && <span className={styles["error"]}> {upload.error}</span>}
      </span>
      {status === "sending" && (
        <progress max={Math.max(1, sizeBytes)} value={sentBytes} aria-label={`Upload progress of ${name}`} />
      )}
      <span className={styles["size"]}>{formatSize(sizeBytes)}</span>
      {isOpen(upload) ? (
        <Button size="small" type="text" aria-label={`Cancel ${name}`} onClick={() => uploads.cancel([upload])}>
          Cancel
        </Button>
      ) : (
        status !== "done" && (
          <>
            {mayRetry(upload) && (
              <Button size="small" aria-label={`Retry ${name}`} onClick={() => uploads.retry([upload])}>
                Retry
              </Button>
            )}
            <Button size="small" type="text" aria-label={`Remove ${name}`} onClick={() => uploads.remove([upload])}>
              Remove
            </Button>
          </>
        )
      )}
    </li>
  );
});

const ICONS = {
  waiting: <ClockCircleOutlined />,
  sending: <LoadingOutlined />,
  done: <CheckCircleFilled style={{ color: "var(--pc-valid)" }} />,
  failed: <CloseCircleFilled style={{ color: "var(--pc-rejected)" }} />,
  cancelled: <StopOutlined />,
} as const;

/** The specification fixes the texts of done and failed uploads. */
function textOf({ name, status }: Upload): string {
  if (status === "done") return fileUploaded(name);
  if (status === "failed") return fileUploadFailed(name);
  return status === "cancelled" ? `${name} canceled` : name;
}
