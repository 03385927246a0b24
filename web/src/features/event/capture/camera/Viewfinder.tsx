import type { ReactElement } from "react";
import styles from "../Capture.module.css";
import { FilePick } from "./FilePick.tsx";
import { StickerSizeGuide } from "./StickerSizeGuide.tsx";
import type { Camera } from "./use-camera.ts";

type Props = {
  camera: Camera;
  /** Why no photo can be taken for this event; null when one can. */
  reason: string | null;
  onFiles: (files: readonly File[]) => void;
};

/** The camera's picture. Without a camera: the reason, and other ways to add photos. */
export function Viewfinder({ camera, reason, onFiles }: Props): ReactElement {
  const { state, video, restart } = camera;
  if (reason !== null)
    return (
      <div className={styles["noCamera"]}>
        <p>{reason}</p>
      </div>
    );
  if (state.is === "absent")
    return (
      <div className={styles["noCamera"]}>
        <p>{state.reason}</p>
        <p>The button below opens the device&apos;s camera app instead.</p>
        <div className={styles["noCameraActions"]}>
          <FilePick className={styles["action"] ?? ""} label="Choose photos" onFiles={onFiles}>
            Choose photos
          </FilePick>
          <button type="button" className={styles["action"]} onClick={restart}>
            Try the camera again
          </button>
        </div>
      </div>
    );
  return (
    <>
      {/* It has no sound to caption. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video ref={video} className={styles["video"]} muted playsInline aria-label="Camera view" />
      {state.is === "live" && <StickerSizeGuide video={video} />}
      {state.is === "starting" && <output className={styles["starting"]}>Starting the camera…</output>}
    </>
  );
}
