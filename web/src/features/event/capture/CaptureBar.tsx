import { ArrowLeftOutlined, CheckCircleFilled, CloudOutlined, SyncOutlined, WarningFilled } from "@ant-design/icons";
import { Link } from "@tanstack/react-router";
import { Button } from "antd";
import type { ReactElement } from "react";
import { HelpButton } from "../../../shared/help/HelpButton.tsx";
import type { PhotoQueueView } from "../../../shared/uploads/photo-queue/photo-queue.ts";
import styles from "./Capture.module.css";
import type { EventSnapshot } from "./snapshot/event-snapshot.ts";
import { InstallButton } from "./install/InstallButton.tsx";

type Props = { event: EventSnapshot["event"]; view: PhotoQueueView; onRetry: () => void };

/** The way back, whose photos these are, and whether they are safe. */
export function CaptureBar({ event, view, onRetry }: Props): ReactElement {
  const { words, connection, photos } = view;
  const waits = connection === "offline" && photos.some(({ state }) => state === "waiting");
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
      <span className={styles["mark"]} data-trouble={words.isTrouble}>
        {iconOf(view)} <output aria-label="Photos on this device">{words.text}</output>
      </span>
      {waits && (
        <Button size="small" ghost onClick={onRetry}>
          Try now
        </Button>
      )}
      <HelpButton />
    </header>
  );
}

function iconOf({ connection, words }: PhotoQueueView): ReactElement {
  if (connection !== "online") return <CloudOutlined />;
  if (words.isTrouble) return <WarningFilled />;
  return words.text === "All sent" ? <CheckCircleFilled /> : <SyncOutlined spin />;
}
