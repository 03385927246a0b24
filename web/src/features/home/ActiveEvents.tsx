import { type AuthUser, type ProjectListItem, may } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { toImages } from "../../shared/images/event-section.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ProgressCell } from "../../ui/ProgressCell.tsx";
import styles from "./HomeScreen.module.css";

type Props = { events: readonly ProjectListItem[]; total: number; user: AuthUser };

/** The newest active events with their progress. */
export function ActiveEvents({ events, total, user }: Props): ReactElement {
  return (
    <section className={`pc-panel ${styles["active"] ?? ""}`} aria-labelledby="active-events">
      <h2 id="active-events">Active events</h2>
      {events.length === 0 ? (
        <EmptyState text="There are no active events.">
          {may(user, "project.create").ok && <Link to="/projects/create">Create one</Link>}
        </EmptyState>
      ) : (
        <ul>
          {events.map((event) => (
            <li key={event.sid}>
              <Link {...toImages("eventImages", event.slug)} dir="auto" title={event.name}>
                {event.name}
              </Link>
              <span className="pc-quiet">
                {event.images.settled} of {event.images.total} images
              </span>
              <ProgressCell percent={event.progress} label={`Progress of ${event.name}`} />
            </li>
          ))}
        </ul>
      )}
      {total > events.length && (
        <Link to="/projects" search={{ status: ["active"] }}>
          All {total} active events
        </Link>
      )}
    </section>
  );
}
