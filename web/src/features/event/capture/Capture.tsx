import { projectCan } from "@precount/domain";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactElement, useEffect, useState } from "react";
import { usePhotoQueue } from "../../../shared/uploads/photo-queue/use-photo-queue.ts";
import { wouldLose } from "../../../shared/uploads/photo-queue/photo-queue.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { AreaControl } from "./AreaControl.tsx";
import { useCamera } from "./camera/use-camera.ts";
import { Viewfinder } from "./camera/Viewfinder.tsx";
import styles from "./Capture.module.css";
import { CaptureBar } from "./CaptureBar.tsx";
import type { EventSnapshot } from "./snapshot/event-snapshot.ts";
import { registerServiceWorker } from "./offline.ts";
import { PhotosPanel } from "./photo-list/PhotosPanel.tsx";
import { useReadingSummaries } from "./photo-list/use-reading-summaries.ts";
import { LatestReading } from "./photo-list/LatestReading.tsx";
import { Shutter } from "./Shutter.tsx";
import { LastPhotoCard } from "./take/LastPhotoCard.tsx";
import { startPhotoCheckWorker } from "./photo-check/check-photo.ts";
import { useTakePhotos } from "./take/use-take-photos.ts";

const route = getRouteApi("/device/projects/$projectId/capture");

export function Capture({ facts: { user, event, areas } }: { facts: EventSnapshot }): ReactElement {
  const { area = null } = route.useSearch();
  const navigate = route.useNavigate();
  const { outbox, view } = usePhotoQueue(user.sid);
  const reason = reasonOf(projectCan.upload(event, user));
  const camera = useCamera(reason === null);
  const shots = useTakePhotos(outbox, { userSid: user.sid, slug: event.slug, eventName: event.name, area });
  const verdictOf = useReadingSummaries(event.slug, view.photos);
  const [isListOpen, setListOpen] = useState(false);
  useEffect(() => {
    startPhotoCheckWorker();
    void registerServiceWorker();
  }, []);
  useKeptStorage();
  useLeaveWarning(wouldLose(view));
  const own = view.photos.filter(({ slug }) => slug === event.slug);
  const ofArea = own.filter((photo) => photo.area === area);
  return (
    <main className={styles["screen"]} aria-label={`Take photos for ${event.name}`}>
      <CaptureBar event={event} view={view} onRetry={() => outbox.resume()} />
      <div className={styles["stage"]}>
        <Viewfinder camera={camera} reason={reason} onFiles={(files) => void shots.addFiles(files)} />
        <LatestReading photos={own} verdictOf={verdictOf} />
        {shots.shot && <LastPhotoCard shot={shots.shot} shots={shots} />}
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
          isBusy={shots.isBusy || shots.shot?.is === "asked" || shots.shot?.is === "homeless"}
          last={own.at(-1) ?? null}
          count={own.length}
          thumb={outbox.thumb}
          onShoot={() => void shots.shoot(camera.shoot)}
          onFiles={(files) => void shots.addFiles(files)}
          onList={() => setListOpen(true)}
        />
        <output className="pc-visually-hidden">
          {ofArea.length === 1 ? "1 photo" : `${ofArea.length} photos`}{" "}
          {area === null ? "of no area" : `of area ${area}`}
        </output>
      </div>
      <PhotosPanel
        isOpen={isListOpen}
        slug={event.slug}
        outbox={outbox}
        view={view}
        verdictOf={verdictOf}
        onClose={() => setListOpen(false)}
      />
    </main>
  );
}

/** Asks the browser not to clear what is kept here when the device runs short of room. */
function useKeptStorage(): void {
  useEffect(() => {
    // Absent on plain HTTP, whatever the types say.
    const storage = navigator.storage as StorageManager | undefined;
    void storage?.persist().catch(() => false);
  }, []);
}

/** Only where the browser keeps nothing on its disk. */
function useLeaveWarning(loses: boolean): void {
  useEffect(() => {
    if (!loses) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [loses]);
}
