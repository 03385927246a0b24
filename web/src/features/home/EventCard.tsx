import {
  type AuthUser,
  type NextAction,
  type ProjectOverview,
  describeNextAction,
  nextAction,
  progressParts,
} from "@precount/domain";
import { Link, useNavigate } from "@tanstack/react-router";
import { Button } from "antd";
import type { ReactElement } from "react";
import { toImages, toReview } from "../../shared/images/event-section.ts";
import { Thumbnails } from "../../shared/images/Thumbnails.tsx";
import { StackedProgress } from "../../ui/StackedProgress.tsx";
import { WithTooltip } from "../../ui/WithTooltip.tsx";
import styles from "./EventCard.module.css";
import { People } from "./People.tsx";
import { Pace } from "./Pace.tsx";

type Props = {
  event: ProjectOverview;
  user: AuthUser;
  aheadMs: number;
  /** Whether `G` is the key of this card's button. */
  hasKey: boolean;
};

/** An active event: its progress, its newest photos, its pace, who is here, and one button. */
export function EventCard({ event, user, aheadMs, hasKey }: Props): ReactElement {
  const { slug, name, doubtful } = event;
  return (
    <li className={`pc-panel ${styles["card"] ?? ""}`}>
      <h3>
        <Link {...toImages("eventImages", slug)} dir="auto" title={name}>
          {name}
        </Link>
      </h3>
      <StackedProgress counts={progressParts(event)} label={`Progress of ${name}`} />
      {event.thumbnails.length > 0 && (
        <>
          <Thumbnails section="eventImages" slug={slug} thumbnails={event.thumbnails} />
          <Pace event={event} aheadMs={aheadMs} />
        </>
      )}
      <div className={styles["foot"]}>
        <div className={styles["facts"]}>
          {event.thumbnails.length > 0 && <span>{describeDoubtful(doubtful)}</span>}
          <People people={event.people} me={user.sid} />
        </div>
        <NextButton event={event} action={nextAction(event, user)} hasKey={hasKey} />
      </div>
    </li>
  );
}

function describeDoubtful(count: number): string {
  if (count === 0) return "No doubtful labels";
  return count === 1 ? "1 doubtful label left" : `${count.toLocaleString("en-GB")} doubtful labels left`;
}

const REVIEW_KEY = "G";

function NextButton({
  event: { slug, name },
  action,
  hasKey,
}: {
  event: ProjectOverview;
  action: NextAction;
  hasKey: boolean;
}): ReactElement {
  const navigate = useNavigate();
  const text = describeNextAction(action);
  const open = (): void => {
    const params = { projectId: slug };
    if (action.kind === "review") void navigate(toReview(slug, action.imageSid));
    else if (action.kind === "photograph") void navigate({ to: "/projects/$projectId/capture", params });
    else if (action.kind === "complete" && action.left > 0) {
      const search = { status: ["uploaded" as const, "processed" as const, "pending" as const] };
      void navigate({ to: "/projects/$projectId/eventImages", params, search });
    } else void navigate(toImages("eventImages", slug));
  };
  return (
    <WithTooltip title={hasKey ? `Review the next image (${REVIEW_KEY})` : ""}>
      <Button
        type="primary"
        aria-label={`${text} – ${name}`}
        {...(hasKey && { "aria-keyshortcuts": REVIEW_KEY })}
        onClick={open}
      >
        {text}
      </Button>
    </WithTooltip>
  );
}
