import type { ReactElement } from "react";
import type { QueuedPhoto } from "../../../../shared/uploads/photo-queue/queued-photo.ts";
import styles from "../Capture.module.css";
import type { ReadingSummary } from "./reading-summary.ts";

type Props = { photos: readonly QueuedPhoto[]; summaryOf: (photo: QueuedPhoto) => ReadingSummary | null };

/** The reading of the newest photo that has one, in large type: a poor photo can be retaken on the spot. */
export function LatestReading({ photos, summaryOf }: Props): ReactElement {
  const read = photos.findLast((photo) => {
    const summary = summaryOf(photo);
    return summary !== null && summary.is !== "waiting";
  });
  const summary = read && summaryOf(read);
  return (
    <output className={styles["reading"]} data-is={summary?.is} aria-label="What was read">
      {read && summary && (
        <>
          {read.area !== null && <span>Area {read.area}</span>} {summary.text}
        </>
      )}
    </output>
  );
}
