import { InboxOutlined } from "@ant-design/icons";
import { MAX_PHOTO_BYTES, PHOTO_ACCEPT, formatSize } from "@precount/domain";
import { type DragEvent, type ReactElement, useRef, useState } from "react";
import styles from "./Upload.module.css";

type Props = {
  /** Why nothing can be uploaded; null when it can. */
  reason: string | null;
  onFiles: (files: readonly File[]) => void;
};

/** Where photos are dropped or picked. The picker offers images only; what is dropped the server judges. */
export function DropZone({ reason, onFiles }: Props): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(reason === null);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (reason === null) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className={`${styles["zone"] ?? ""} ${isOver ? (styles["over"] ?? "") : ""}`}
      onDragOver={over}
      onDragEnter={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <button
        type="button"
        className={styles["pick"]}
        disabled={reason !== null}
        aria-describedby="upload-hint"
        onClick={() => input.current?.click()}
      >
        <InboxOutlined className={styles["icon"]} aria-hidden />
        Drop photos here, or choose them
      </button>
      <div id="upload-hint" className="pc-quiet">
        {reason ?? `JPEG, PNG, WebP, TIFF, AVIF or HEIC, up to ${formatSize(MAX_PHOTO_BYTES)} each`}
      </div>
      <input
        ref={input}
        type="file"
        multiple
        accept={PHOTO_ACCEPT}
        aria-label="Photos"
        className="pc-visually-hidden"
        tabIndex={-1}
        disabled={reason !== null}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = ""; // So that the same photo can be chosen again.
        }}
      />
    </div>
  );
}
