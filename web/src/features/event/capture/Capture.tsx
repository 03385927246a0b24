import { projectCan } from "@precount/domain";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactElement, useEffect, useState } from "react";
import { reasonOf } from "../../../shared/api/reason.ts";
import { wouldLose } from "../../../shared/uploads/photo-queue/photo-queue.ts";
import { usePhotoQueue } from "../../../shared/uploads/photo-queue/use-photo-queue.ts";
import { AreaControl } from "./AreaControl.tsx";
import { useCamera } from "./camera/use-camera.ts";
import { Viewfinder } from "./camera/Viewfinder.tsx";
import styles from "./Capture.module.css";
import { CaptureBar } from "./CaptureBar.tsx";
import { registerServiceWorker } from "./offline.ts";
import { startPhotoCheckWorker } from "./photo-check/check-photo.ts";
import { LatestReading } from "./photo-list/LatestReading.tsx";
import { PhotosPanel } from "./photo-list/PhotosPanel.tsx";
import { useReadingSummaries } from "./photo-list/use-reading-summaries.ts";
import { describePhotoCounts } from "./photo-counts.ts";
import { Shutter } from "./Shutter.tsx";
import type { EventSnapshot } from "./snapshot/event-snapshot.ts";
import { LastPhotoCard } from "./take/LastPhotoCard.tsx";
import { useTakePhotos } from "./take/use-take-photos.ts";

const route = getRouteApi("/device/projects/$projectId/capture");

type Props = {
  snapshot: EventSnapshot;
  /** Why the server refuses to show the event; null when it does not. */
  refusal: string | null;
};

export function Capture({ snapshot: { user, event, areas }, refusal }: Props): ReactElement {
  const { area = null } = route.useSearch();
  const navigate = route.useNavigate();
  const { queue, view } = usePhotoQueue(user.sid);
  const reason = refusal ?? reasonOf(projectCan.upload(event, user));
  const camera = useCamera(reason === null);
  const taking = useTakePhotos(queue, { userSid: user.sid, slug: event.slug, eventName: event.name, area });
  const summaryOf = useReadingSummaries(event.slug, view.photos);
  const [isListOpen, setListOpen] = useState(false);
  useEffect(() => {
    startPhotoCheckWorker();
    void registerServiceWorker();
  }, []);
  useEffect(() => {
    // The event was reopened, or is visible again.
    if (reason === null) void queue.retryRefusedByEvent(event.slug);
  }, [queue, event.slug, reason]);
  usePersistentStorage();
  useLeaveWarning(wouldLose(view));
  const own = view.photos.filter(({ slug }) => slug === event.slug);
  return (
    <main className={styles["screen"]} aria-label={`Take photos for ${event.name}`}>
      <CaptureBar event={event} view={view} onRetry={() => queue.resume()} />
      <div className={styles["stage"]}>
        <Viewfinder camera={camera} reason={reason} onFiles={(files) => void taking.addFiles(files)} />
        <LatestReading photos={own} summaryOf={summaryOf} />
        {taking.card && <LastPhotoCard last={taking.card} taking={taking} />}
      </div>
      <div className={styles["controls"]}>
        <AreaControl
          areas={areas}
          area={area}
          photos={view.photos}
          slug={event.slug}
          onArea={(next) => void navigate({ search: next === null ? {} : { area: next }, replace: true })}
        />
        <Shutter
          camera={camera}
          reason={reason}
          isBusy={taking.isBusy}
          last={own.at(-1) ?? null}
          count={own.length}
          thumb={queue.thumb}
          onTake={() => void taking.take(camera.capture)}
          onFiles={(files) => void taking.addFiles(files)}
          onList={() => setListOpen(true)}
        />
        <p className={styles["counts"]}>{describePhotoCounts(own, event.images.total, view.connection === "online")}</p>
        <PhotoCount area={area} count={own.filter((photo) => photo.area === area).length} />
      </div>
      <PhotosPanel
        isOpen={isListOpen}
        slug={event.slug}
        queue={queue}
        view={view}
        summaryOf={summaryOf}
        onClose={() => setListOpen(false)}
      />
    </main>
  );
}

/** For screen readers: announces each photo. */
const PhotoCount = ({ area, count }: { area: number | null; count: number }): ReactElement => (
  <output className="pc-visually-hidden">
    {count === 1 ? "1 photo" : `${count} photos`} {area === null ? "without an area" : `of area ${area}`}
  </output>
);

/** Asks the browser not to delete the photos when the device runs out of space. */
function usePersistentStorage(): void {
  useEffect(() => {
    // Undefined on plain HTTP, against its type.
    const storage = navigator.storage as StorageManager | undefined;
    void storage?.persist().catch(() => false);
  }, []);
}

/** Only where the browser stores nothing on its disk. */
function useLeaveWarning(loses: boolean): void {
  useEffect(() => {
    if (!loses) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [loses]);
}
