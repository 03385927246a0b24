import { Drawer } from "antd";
import type { ReactElement } from "react";
import { type QueuedPhoto, isUnsent } from "../../../../shared/uploads/photo-queue/queued-photo.ts";
import type { PhotoQueueView, PhotoQueue } from "../../../../shared/uploads/photo-queue/photo-queue.ts";
import styles from "../Capture.module.css";
import { PhotoRow } from "./PhotoRow.tsx";
import type { ReadingSummary } from "./reading-summary.ts";

type Props = {
  isOpen: boolean;
  slug: string;
  outbox: PhotoQueue;
  view: PhotoQueueView;
  verdictOf: (photo: QueuedPhoto) => ReadingSummary | null;
  onClose: () => void;
};

/** All that was taken on this device, the newest first: what needs its person, what waits, what the server made of it. */
export function PhotosPanel({ isOpen, slug, outbox, view, verdictOf, onClose }: Props): ReactElement {
  // Of other events only what would be lost with the device.
  const shown = view.photos.filter((photo) => photo.slug === slug || isUnsent(photo)).toReversed();
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement="bottom"
      size="85%"
      title={`Photos on this device · ${view.words.text}`}
      destroyOnHidden
      styles={{ body: { padding: 0 } }}
    >
      {shown.length === 0 && <p className={styles["quiet"]}>No photo has been taken on this device yet.</p>}
      <ul className={styles["list"]}>
        {shown.map((photo) => (
          <PhotoRow
            key={photo.key}
            photo={photo}
            isElsewhere={photo.slug !== slug}
            outbox={outbox}
            verdict={verdictOf(photo)}
          />
        ))}
      </ul>
    </Drawer>
  );
}
