import { type ReactElement, useEffect, useState } from "react";
import type { QueuedPhoto } from "../../../../shared/uploads/photo-queue/queued-photo.ts";
import styles from "../Capture.module.css";

type Props = { photo: QueuedPhoto; load: (key: string) => Promise<Blob | null> };

/** The thumbnail stored on this device. */
export function Thumb({ photo: { key }, load }: Props): ReactElement {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let created: string | null = null;
    let isOver = false;
    const show = async (): Promise<void> => {
      const blob = await load(key);
      if (isOver || !blob) return;
      created = URL.createObjectURL(blob);
      setUrl(created);
    };
    void show();
    return () => {
      isOver = true;
      if (created !== null) URL.revokeObjectURL(created);
    };
  }, [key, load]);
  return url === null ? <span className={styles["thumb"]} /> : <img src={url} alt="" className={styles["thumb"]} />;
}
