import { type Outcome, allow, refuse } from "../common/outcome.ts";
import type { ProjectStatus } from "./project.ts";

/** The state of an event that other rules depend on. */
export type EventState = { status: ProjectStatus; isArchived: boolean };

/** Whether an event's content may change: not if it is completed, discarded or archived (spec §4, PD-7). */
export function eventIsOpen(event: EventState): Outcome<true> {
  if (event.isArchived || event.status === "archived") return refuse("This event is archived: recover it first.");
  if (event.status === "completed" || event.status === "discarded") {
    return refuse(`This event is ${event.status}: reopen it first.`);
  }
  return allow;
}
