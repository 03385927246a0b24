import { Drawer } from "antd";
import type { ReactElement } from "react";
import type { PhotoQueue, PhotoQueueView } from "../../../../shared/uploads/photo-queue/photo-queue.ts";
import { type QueuedPhoto, isUnsent } from "../../../../shared/uploads/photo-queue/queued-photo.ts";
import styles from "../Capture.module.css";
import { PhotoRow } from "./PhotoRow.tsx";
import type { ReadingSummary } from "./reading-summary.ts";

type Props = {
  isOpen: boolean;
  /** The event of the screen; null on screens that show only unsent photos. */
  slug: string | null;
  queue: PhotoQueue;
  view: PhotoQueueView;
  summaryOf: (photo: QueuedPhoto) => ReadingSummary | null;
  onClose: () => void;
};

/** The photos taken on this device, newest first. */
export function PhotosPanel({ isOpen, slug, queue, view, summaryOf, onClose }: Props): ReactElement {
  // For other events only unsent photos, which exist only on this device.
  const shown = view.photos.filter((photo) => photo.slug === slug || isUnsent(photo)).toReversed();
  const refusedCount = shown.filter(({ state }) => state === "refused").length;
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement="bottom"
      size="85%"
      title={`Photos on this device · ${view.status.text}`}
      destroyOnHidden
      styles={{ body: { padding: 0 } }}
    >
      {shown.length === 0 && (
        <p className={styles["quiet"]}>
          {slug === null ? "No unsent photos on this device." : "No photo has been taken on this device yet."}
        </p>
      )}
      {refusedCount > 1 && (
        <p className={styles["allActions"]}>
          <button type="button" className={styles["action"]} onClick={() => void queue.retryRefused()}>
            Send all again
          </button>
        </p>
      )}
      <ul className={styles["list"]}>
        {shown.map((photo) => (
          <PhotoRow
            key={photo.key}
            photo={photo}
            isOtherEvent={photo.slug !== slug}
            queue={queue}
            summary={summaryOf(photo)}
          />
        ))}
      </ul>
    </Drawer>
  );
}
