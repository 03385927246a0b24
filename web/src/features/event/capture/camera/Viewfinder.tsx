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

/** What the camera sees; where there is none, why, and the way around it. */
export function Viewfinder({ camera, reason, onFiles }: Props): ReactElement {
  const { state, video, again } = camera;
  if (reason !== null)
    return (
      <div className={styles["instead"]}>
        <p>{reason}</p>
      </div>
    );
  if (state.is === "absent")
    return (
      <div className={styles["instead"]}>
        <p>{state.why}</p>
        <p>The button below opens the device&apos;s own camera instead.</p>
        <div className={styles["insteadVerbs"]}>
          <FilePick className={styles["verb"] ?? ""} label="Choose photos" onFiles={onFiles}>
            Choose photos
          </FilePick>
          <button type="button" className={styles["verb"]} onClick={again}>
            Try the camera again
          </button>
        </div>
      </div>
    );
  return (
    <>
      {/* It has no sound to write down. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video ref={video} className={styles["video"]} muted playsInline aria-label="What the camera sees" />
      {state.is === "live" && <StickerSizeGuide video={video} />}
      {state.is === "starting" && <output className={styles["starting"]}>Starting the camera…</output>}
    </>
  );
}
