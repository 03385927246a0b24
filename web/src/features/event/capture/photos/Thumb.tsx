import { type ReactElement, useEffect, useState } from "react";
import type { KeptPhoto } from "../../../../shared/uploads/photo-outbox/kept-photo.ts";
import styles from "../Capture.module.css";

type Props = { photo: KeptPhoto; load: (key: string) => Promise<Blob | null> };

/** The small picture that this device kept of a photo. */
export function Thumb({ photo: { key }, load }: Props): ReactElement {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isOver = false;
    const show = async (): Promise<void> => {
      const blob = await load(key);
      if (isOver || !blob) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    };
    void show();
    return () => {
      isOver = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [key, load]);
  return url === null ? <span className={styles["thumb"]} /> : <img src={url} alt="" className={styles["thumb"]} />;
}
