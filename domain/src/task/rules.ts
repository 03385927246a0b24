import { type Outcome, allow, firstRefusal, refuse } from "../common/outcome.ts";
import type { Transitions } from "../common/state-machine.ts";
import { type Person, may } from "../permission/rights.ts";
import type { EventState } from "../project/open.ts";
import { TASK_STATUSES, type Task, type TaskStatus } from "./task.ts";

/** A task's way by the names of its numbers; one that failed may be tried again, one whose try came to nothing waits for its next. */
export const taskTransitions = {
  start: { from: ["created", "processing"], to: "processing" },
  succeed: { from: ["processing"], to: "processed" },
  fail: { from: ["created", "processing"], to: "failed" },
  postpone: { from: ["created", "processing"], to: "created" },
  retry: { from: ["failed", "created"], to: "created" },
} as const satisfies Transitions<keyof typeof TASK_STATUSES, string>;

/** Whether a task waits or is worked on; what the table calls the ways out of it. */
export const isTaskUnfinished = ({ status }: { status: TaskStatus }): boolean =>
  taskTransitions.fail.from.some((name) => TASK_STATUSES[name] === status);

/** The number after a step of a task's way. */
export const taskStatusAfter = (verb: keyof typeof taskTransitions): TaskStatus =>
  TASK_STATUSES[taskTransitions[verb].to];

/** Delivery notes come late: documents may be added to a completed event, which its report does not look at. */
function eventTakesDocuments(event: EventState): Outcome<true> {
  if (event.isArchived || event.status === "archived") return refuse("This event is archived: recover it first.");
  return event.status === "discarded" ? refuse("This event is discarded: reopen it first.") : allow;
}

/** Failed, or waiting for its next try: 'Retry now' does not wait for it. */
function canRetry({ status, retryAt }: Pick<Task, "status" | "retryAt">): Outcome<true> {
  if (status === TASK_STATUSES.failed || retryAt !== null) return allow;
  if (status === TASK_STATUSES.processed) return refuse("This task is processed: there is nothing to try again.");
  return refuse("This task is under way: it can be tried again when it has failed.");
}

/** What a person may do with the document tasks of an event, and why not. */
export const taskCan = {
  create: (event: EventState, user: Person): Outcome<true> =>
    firstRefusal(
      () => may(user, "task.create"),
      () => eventTakesDocuments(event),
    ),
  retry: (task: Pick<Task, "status" | "retryAt">, event: EventState, user: Person): Outcome<true> =>
    firstRefusal(
      () => may(user, "task.create"),
      () => eventTakesDocuments(event),
      () => canRetry(task),
    ),
} as const;

/** Whether the list asks again by itself: while anything is still to come (decision 50). */
export const hasUnfinishedTask = (tasks: readonly { status: TaskStatus }[]): boolean => tasks.some(isTaskUnfinished);
