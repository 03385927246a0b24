import { Link } from "@tanstack/react-router";
import { App } from "antd";
import type { ReactElement } from "react";
import type { QueuedPhoto } from "../../../../shared/uploads/photo-queue/queued-photo.ts";
import type { PhotoQueue } from "../../../../shared/uploads/photo-queue/photo-queue.ts";
import { saveBlob } from "../../../../shared/api/download.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import styles from "../Capture.module.css";
import { Thumb } from "./Thumb.tsx";
import type { ReadingSummary } from "./reading-summary.ts";

type Props = { photo: QueuedPhoto; isElsewhere: boolean; outbox: PhotoQueue; verdict: ReadingSummary | null };

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** One photo: of what, when, how it stands with it, and what can be done about that. */
export function PhotoRow({ photo, isElsewhere, outbox, verdict }: Props): ReactElement {
  const { slug, area, takenAtMs, imageSid } = photo;
  const where = area === null ? "No area" : `Area ${area}`;
  const facts = (
    <>
      <Thumb photo={photo} load={outbox.thumb} />
      <span className={styles["rowText"]}>
        <strong data-is={verdict?.is ?? photo.state}>{wordsOf(photo, verdict)}</strong>
        <span className={styles["quiet"]}>
          {where} · {TIME.format(takenAtMs)}
          {isElsewhere && ` · ${photo.eventName}`}
        </span>
      </span>
    </>
  );
  return (
    <li className={styles["row"]} aria-label={`${where}, ${TIME.format(takenAtMs)}`}>
      {imageSid === null ? (
        <span className={styles["rowFacts"]}>{facts}</span>
      ) : (
        <Link
          to="/projects/$projectId/eventImages/images/$imageId"
          params={{ projectId: slug, imageId: imageSid }}
          className={styles["rowFacts"]}
        >
          {facts}
        </Link>
      )}
      <Verbs photo={photo} outbox={outbox} />
    </li>
  );
}

function wordsOf({ state, message }: QueuedPhoto, verdict: ReadingSummary | null): string {
  if (verdict) return verdict.text;
  return state === "waiting" ? "Waits to be sent" : (message ?? "");
}

function Verbs({ photo, outbox }: Pick<Props, "photo" | "outbox">): ReactElement | null {
  const { modal } = App.useApp();
  const { key, name, state } = photo;
  if (state !== "asked" && state !== "refused") return null;
  const save = async (): Promise<void> => {
    const bytes = await outbox.bytes(key);
    if (bytes) saveBlob(name, bytes);
    else feedback.error("Its bytes are no longer on this device.");
  };
  const throwAway = async (): Promise<void> => {
    const isSure = await modal.confirm({
      title: "Throw this photo away?",
      content: "It is on this device alone.",
      okText: "Throw away",
      okButtonProps: { danger: true },
    });
    if (isSure) await outbox.remove(key);
  };
  return (
    <span className={styles["verbs"]}>
      <button
        type="button"
        className={styles["verb"]}
        onClick={() => void outbox.say(key, { type: state === "asked" ? "use" : "retry", nowMs: Date.now() })}
      >
        {state === "asked" ? "Use it anyway" : "Send again"}
      </button>
      {state === "refused" && (
        <button type="button" className={styles["verb"]} onClick={() => void save()}>
          Save
        </button>
      )}
      <button type="button" className={styles["verb"]} onClick={() => void throwAway()}>
        Throw away
      </button>
    </span>
  );
}
