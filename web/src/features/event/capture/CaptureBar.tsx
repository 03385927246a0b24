import { ArrowLeftOutlined, CheckCircleFilled, CloudOutlined, SyncOutlined, WarningFilled } from "@ant-design/icons";
import { Link } from "@tanstack/react-router";
import { Button } from "antd";
import type { ReactElement } from "react";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { HelpButton } from "../../../shared/help/HelpButton.tsx";
import type { PhotoQueueView } from "../../../shared/uploads/photo-queue/photo-queue.ts";
import styles from "./Capture.module.css";
import { InstallButton } from "./install/InstallButton.tsx";
import type { EventSnapshot } from "./snapshot/event-snapshot.ts";

type Props = { event: EventSnapshot["event"]; view: PhotoQueueView; onRetry: () => void };

/** The way back, the event's name, and whether the photos have reached the server. */
export function CaptureBar({ event, view, onRetry }: Props): ReactElement {
  const { status, connection, photos } = view;
  const canRetry = connection === "offline" && photos.some(({ state }) => state === "waiting");
  return (
    <header className={styles["bar"]}>
      <Link
        to="/projects/$projectId/eventImages"
        params={{ projectId: event.slug }}
        className={styles["back"]}
        aria-label={`Back to ${event.name}`}
      >
        <ArrowLeftOutlined />
      </Link>
      <h1 className={styles["name"]} dir="auto" title={event.name}>
        {event.name}
      </h1>
      <InstallButton />
      <span className={styles["queueStatus"]} data-trouble={status.isTrouble}>
        {iconOf(view)} <output aria-label="Photos on this device">{status.text}</output>
      </span>
      {canRetry && (
        <Button size="small" onClick={onRetry}>
          Try now
        </Button>
      )}
      {connection === "signed-out" && (
        <Button size="small" onClick={() => feedback.signedOut()}>
          Sign in
        </Button>
      )}
      <HelpButton />
    </header>
  );
}

function iconOf({ connection, status }: PhotoQueueView): ReactElement {
  if (connection !== "online") return <CloudOutlined />;
  if (status.isTrouble) return <WarningFilled />;
  return status.text === "All sent" ? <CheckCircleFilled /> : <SyncOutlined spin />;
}
