import { type Outcome, allow, refuse } from "../common/outcome.ts";
import type { ProjectStatus } from "./project.ts";

/** What other rules need to know of the event they happen in. */
export type EventState = { status: ProjectStatus; isArchived: boolean };

/** Whether an event's content may change: not when it is completed, discarded or archived (spec §4, decision 7). */
export function eventIsOpen(event: EventState): Outcome<true> {
  if (event.isArchived || event.status === "archived") return refuse("This event is archived: recover it first.");
  if (event.status === "completed" || event.status === "discarded") {
    return refuse(`This event is ${event.status}: reopen it first.`);
  }
  return allow;
}
