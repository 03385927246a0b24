import { Link } from "@tanstack/react-router";
import { App } from "antd";
import type { ReactElement } from "react";
import { saveBlob } from "../../../../shared/api/download.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import type { PhotoQueue } from "../../../../shared/uploads/photo-queue/photo-queue.ts";
import type { QueuedPhoto } from "../../../../shared/uploads/photo-queue/queued-photo.ts";
import styles from "../Capture.module.css";
import type { ReadingSummary } from "./reading-summary.ts";
import { Thumb } from "./Thumb.tsx";

type Props = { photo: QueuedPhoto; isOtherEvent: boolean; queue: PhotoQueue; summary: ReadingSummary | null };

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** One photo with its state, area and time, and the actions it needs. */
export function PhotoRow({ photo, isOtherEvent, queue, summary }: Props): ReactElement {
  const { slug, area, takenAtMs, imageSid } = photo;
  const areaText = area === null ? "No area" : `Area ${area}`;
  const content = (
    <>
      <Thumb photo={photo} load={queue.thumb} />
      <span className={styles["rowText"]}>
        <strong data-is={summary?.is ?? photo.state}>{stateText(photo, summary)}</strong>
        <span className={styles["quiet"]}>
          {areaText} · {TIME.format(takenAtMs)}
          {isOtherEvent && ` · ${photo.eventName}`}
        </span>
      </span>
    </>
  );
  return (
    <li className={styles["row"]} aria-label={`${areaText}, ${TIME.format(takenAtMs)}`}>
      {imageSid === null ? (
        <span className={styles["rowContent"]}>{content}</span>
      ) : (
        <Link
          to="/projects/$projectId/eventImages/images/$imageId"
          params={{ projectId: slug, imageId: imageSid }}
          className={styles["rowContent"]}
        >
          {content}
        </Link>
      )}
      <Actions photo={photo} queue={queue} />
    </li>
  );
}

function stateText({ state, message }: QueuedPhoto, summary: ReadingSummary | null): string {
  if (summary) return summary.text;
  return state === "waiting" ? "Waiting to be sent" : (message ?? "");
}

function Actions({ photo, queue }: Pick<Props, "photo" | "queue">): ReactElement | null {
  const { modal } = App.useApp();
  const { key, name, state } = photo;
  if (state !== "asked" && state !== "refused") return null;
  const save = async (): Promise<void> => {
    const bytes = await queue.bytes(key);
    if (bytes) saveBlob(name, bytes);
    else feedback.error("The photo is no longer on this device.");
  };
  const discard = async (): Promise<void> => {
    const isSure = await modal.confirm({
      title: "Discard this photo?",
      content: "It exists only on this device.",
      okText: "Discard",
      okButtonProps: { danger: true },
    });
    if (isSure) await queue.remove(key);
  };
  return (
    <span className={styles["actions"]}>
      <button
        type="button"
        className={styles["action"]}
        onClick={() => void queue.change(key, { type: state === "asked" ? "use" : "retry", nowMs: Date.now() })}
      >
        {state === "asked" ? "Use it anyway" : "Send again"}
      </button>
      {state === "refused" && (
        <button type="button" className={styles["action"]} onClick={() => void save()}>
          Save
        </button>
      )}
      <button type="button" className={styles["action"]} onClick={() => void discard()}>
        Discard
      </button>
    </span>
  );
}
