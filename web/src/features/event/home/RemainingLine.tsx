import {
  type ImageStatus,
  type Project,
  type RemainingWork,
  describeImageProgress,
  remainingWork,
} from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { Button } from "antd";
import type { ReactElement } from "react";
import styles from "./RemainingLine.module.css";

/** Statuses of the images that are neither approved nor rejected. */
const OPEN_STATUSES = ["uploaded", "processed", "pending"] as const satisfies readonly ImageStatus[];

/** The meaning of the progress, and the remaining work with links to it (PD-68). */
export function RemainingLine({ event, onDecide }: { event: Project; onDecide: () => void }): ReactElement {
  const work = remainingWork(event);
  return (
    <p className={styles["line"]}>
      <span>{describeImageProgress(event.images)}</span>
      {work
        .filter(({ kind }) => kind !== "photos")
        .map((item) => (
          <span key={item.kind} className={styles["item"]}>
            <Work work={item} slug={event.slug} onDecide={onDecide} />
          </span>
        ))}
    </p>
  );
}

type WorkProps = { work: RemainingWork; slug: string; onDecide: () => void };

function Work({ work: { kind, text }, slug, onDecide }: WorkProps): ReactElement {
  if (kind === "decide") {
    return (
      <Button type="link" className={styles["button"] ?? ""} onClick={onDecide}>
        {text}
      </Button>
    );
  }
  const search = kind === "review" ? { status: [...OPEN_STATUSES] } : { mark: ["no-area" as const] };
  return (
    <Link to="/projects/$projectId/eventImages" params={{ projectId: slug }} search={search}>
      {text}
    </Link>
  );
}
