import type { ReactElement } from "react";
import type { QueuedPhoto } from "../../../../shared/uploads/photo-queue/queued-photo.ts";
import styles from "../Capture.module.css";
import type { ReadingSummary } from "./reading-summary.ts";

type Props = { photos: readonly QueuedPhoto[]; verdictOf: (photo: QueuedPhoto) => ReadingSummary | null };

/** What was read of the newest photo that was read, large: the device is at arm's length, and the shelf is still here. */
export function LatestReading({ photos, verdictOf }: Props): ReactElement {
  const read = photos.findLast((photo) => {
    const verdict = verdictOf(photo);
    return verdict !== null && verdict.is !== "waiting";
  });
  const verdict = read && verdictOf(read);
  return (
    <output className={styles["verdict"]} data-is={verdict?.is} aria-label="What was read">
      {read && verdict && (
        <>
          {read.area !== null && <span>Area {read.area}</span>} {verdict.text}
        </>
      )}
    </output>
  );
}
