import { CheckCircleFilled, LoadingOutlined, WarningFilled } from "@ant-design/icons";
import type { ReactElement } from "react";
import styles from "../Capture.module.css";
import { goodPhotoText } from "../photo-check/photo-quality.ts";
import type { LastPhoto, TakePhotos } from "./use-take-photos.ts";

/** The frozen shot and what there is to say of it. A good one counts by itself; whoever changes their mind has a moment. */
export function LastPhotoCard({ shot, shots }: { shot: LastPhoto; shots: TakePhotos }): ReactElement {
  return (
    <section className={styles["shot"]} data-state={shot.is} aria-label="The photo just taken">
      {shot.is !== "failed" && <img src={shot.url} alt="" className={styles["frozen"]} />}
      <div className={styles["said"]}>
        <output className={styles["words"]}>{wordsOf(shot)}</output>
        <div className={styles["verbs"]}>{verbsOf(shot, shots)}</div>
      </div>
    </section>
  );
}

function wordsOf(shot: LastPhoto): ReactElement {
  switch (shot.is) {
    case "looking":
      return (
        <>
          <LoadingOutlined /> Looking at it…
        </>
      );
    case "kept":
      return (
        <>
          <CheckCircleFilled /> {goodPhotoText(shot.stickers)}
        </>
      );
    case "asked":
      return (
        <>
          <WarningFilled /> {shot.photo.message}
        </>
      );
    case "homeless":
    case "failed":
    default:
      return (
        <>
          <WarningFilled /> {shot.why}
        </>
      );
  }
}

function verbsOf(shot: LastPhoto, shots: TakePhotos): ReactElement | null {
  switch (shot.is) {
    case "kept":
      return (
        <button type="button" className={styles["verb"]} onClick={() => void shots.undo()}>
          Undo
        </button>
      );
    case "asked":
      return shot.photo.state === "refused" ? (
        <button type="button" className={styles["verb"]} onClick={shots.dismiss}>
          Close
        </button>
      ) : (
        <>
          <button type="button" className={styles["verbMain"]} onClick={() => void shots.decide(false)}>
            Take again
          </button>
          <button type="button" className={styles["verb"]} onClick={() => void shots.decide(true)}>
            Use it anyway
          </button>
        </>
      );
    case "homeless":
      return (
        <>
          <button type="button" className={styles["verbMain"]} onClick={() => void shots.keepAgain()}>
            Keep it now
          </button>
          <a className={styles["verb"]} href={shot.url} download={shot.made.photo.name}>
            Save it elsewhere
          </a>
          <button type="button" className={styles["verb"]} onClick={shots.dismiss}>
            Throw it away
          </button>
        </>
      );
    case "looking":
    case "failed":
    default:
      return null;
  }
}
