import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  LoadingOutlined,
  StopOutlined,
} from "@ant-design/icons";
import { fileUploadFailed, fileUploaded, formatSize } from "@precount/domain";
import { Button } from "antd";
import { type Dispatch, type ReactElement, memo } from "react";
import type { Upload, UploadEvent } from "./upload-queue.ts";
import styles from "./Upload.module.css";

type Props = { upload: Upload; onEvent: Dispatch<UploadEvent> };

/** Drawn again only when its own file moves: two hundred of them stand on one page. */
export const UploadRow = memo(function UploadRow({ upload, onEvent }: Props): ReactElement {
  const { id, name, status, sizeBytes, sentBytes } = upload;
  const isOpen = status === "waiting" || status === "sending";
  return (
    <li className={styles["row"]} data-status={status}>
      <span aria-hidden className={styles["rowIcon"]}>
        {ICONS[status]}
      </span>
      <span className={styles["text"]}>
        <span className={styles["file"]}>{textOf(upload)}</span>
        {upload.isDuplicate && <span className="pc-quiet"> already in this event</span>}
        {upload.error !== null && <span className={styles["error"]}> {upload.error}</span>}
      </span>
      {status === "sending" && (
        <progress max={Math.max(1, sizeBytes)} value={sentBytes} aria-label={`Upload progress of ${name}`} />
      )}
      <span className={styles["size"]}>{formatSize(sizeBytes)}</span>
      {isOpen ? (
        <Button size="small" type="text" aria-label={`Cancel ${name}`} onClick={() => onEvent({ type: "cancel", id })}>
          Cancel
        </Button>
      ) : (
        status !== "done" && (
          <Button size="small" aria-label={`Retry ${name}`} onClick={() => onEvent({ type: "retry", id })}>
            Retry
          </Button>
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

/** The owner's two sentences, to the letter. */
function textOf({ name, status }: Upload): string {
  if (status === "done") return fileUploaded(name);
  if (status === "failed") return fileUploadFailed(name);
  return status === "cancelled" ? `${name} cancelled` : name;
}
