import { type AuthUser, type ProjectOverview, may } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { EventCard } from "./EventCard.tsx";
import styles from "./HomeScreen.module.css";

type Props = {
  events: readonly ProjectOverview[];
  total: number;
  user: AuthUser;
  /** The server's clock minus this browser's clock, ms. */
  aheadMs: number;
  /** The event that the key for the next review is about; null without one. */
  keyEvent: string | null;
};

/** The newest active events, each with its progress and the next thing to do. */
export function ActiveEvents({ events, total, user, aheadMs, keyEvent }: Props): ReactElement {
  return (
    <section className={styles["active"]} aria-labelledby="active-events">
      <div className={styles["heading"]}>
        <h2 id="active-events">Active events</h2>
        {total > events.length && (
          <Link to="/projects" search={{ status: ["active"] }}>
            All {total} active events
          </Link>
        )}
      </div>
      {events.length === 0 ? (
        <div className="pc-panel">
          <EmptyState text="There are no active events.">
            {may(user, "project.create").ok && <Link to="/projects/create">Create one</Link>}
          </EmptyState>
        </div>
      ) : (
        <ul className={styles["cards"]}>
          {events.map((event) => (
            <EventCard key={event.sid} event={event} user={user} aheadMs={aheadMs} hasKey={event.sid === keyEvent} />
          ))}
        </ul>
      )}
    </section>
  );
}
