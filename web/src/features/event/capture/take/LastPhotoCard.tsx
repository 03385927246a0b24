import { CheckCircleFilled, LoadingOutlined, WarningFilled } from "@ant-design/icons";
import type { ReactElement } from "react";
import styles from "../Capture.module.css";
import { goodPhotoText } from "../photo-check/photo-quality.ts";
import type { PhotoCard } from "./photo-cards.ts";
import type { TakePhotos } from "./use-take-photos.ts";

type Props = { last: PhotoCard; taking: TakePhotos };

/** The photo just taken, the result of its check, and the actions it allows. */
export function LastPhotoCard({ last, taking }: Props): ReactElement {
  return (
    <section className={styles["lastPhoto"]} data-state={last.is} aria-label="The photo just taken">
      {last.is !== "failed" && <img src={last.url} alt="" className={styles["still"]} />}
      <div className={styles["lastPhotoText"]}>
        <output className={styles["message"]}>
          <Message last={last} />
        </output>
        <div className={styles["actions"]}>
          <Actions last={last} taking={taking} />
        </div>
      </div>
    </section>
  );
}

function Message({ last }: Pick<Props, "last">): ReactElement {
  switch (last.is) {
    case "checking":
      return (
        <>
          <LoadingOutlined /> Checking the photo…
        </>
      );
    case "saved":
      return (
        <>
          <CheckCircleFilled /> {goodPhotoText(last.stickers)}
        </>
      );
    case "asked":
      return (
        <>
          <WarningFilled /> {last.photo.message}
        </>
      );
    case "unsaved":
    case "failed":
    default:
      return (
        <>
          <WarningFilled /> {last.reason}
        </>
      );
  }
}

function Actions({ last, taking }: Props): ReactElement | null {
  switch (last.is) {
    case "saved":
      return (
        <button type="button" className={styles["action"]} onClick={() => void taking.undo()}>
          Undo
        </button>
      );
    case "asked":
      return <AskedActions isRefused={last.photo.state === "refused"} taking={taking} />;
    case "unsaved":
      return (
        <>
          <button type="button" className={styles["primaryAction"]} onClick={() => void taking.saveAgain()}>
            Save again
          </button>
          <a className={styles["action"]} href={last.url} download={last.unsaved.photo.name}>
            Download
          </a>
          <button type="button" className={styles["action"]} onClick={taking.dismiss}>
            Discard
          </button>
        </>
      );
    case "checking":
    case "failed":
    default:
      return null;
  }
}

const AskedActions = ({ isRefused, taking }: { isRefused: boolean; taking: TakePhotos }): ReactElement =>
  isRefused ? (
    <button type="button" className={styles["action"]} onClick={taking.dismiss}>
      Close
    </button>
  ) : (
    <>
      <button type="button" className={styles["primaryAction"]} onClick={() => void taking.decide(false)}>
        Take again
      </button>
      <button type="button" className={styles["action"]} onClick={() => void taking.decide(true)}>
        Use it anyway
      </button>
    </>
  );
