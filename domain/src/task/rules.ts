import { type Outcome, allow, firstRefusal, refuse } from "../common/outcome.ts";
import type { Transitions } from "../common/state-machine.ts";
import { type Person, may } from "../permission/rights.ts";
import type { EventState } from "../project/open.ts";
import { TASK_STATUSES, type Task, type TaskStatus, type TaskWithProject } from "./task.ts";

/** Transitions of a document task. A failed task can be retried; a task whose attempt failed waits for its next one. */
export const taskTransitions = {
  start: { from: ["created", "processing"], to: "processing" },
  succeed: { from: ["processing"], to: "processed" },
  fail: { from: ["created", "processing"], to: "failed" },
  postpone: { from: ["created", "processing"], to: "created" },
  retry: { from: ["failed", "created"], to: "created" },
} as const satisfies Transitions<keyof typeof TASK_STATUSES, string>;

/** Whether a task is Created or Processing. */
export const isTaskUnfinished = ({ status }: { status: TaskStatus }): boolean =>
  taskTransitions.fail.from.some((name) => TASK_STATUSES[name] === status);

/** The status number after a transition. */
export const taskStatusAfter = (verb: keyof typeof taskTransitions): TaskStatus =>
  TASK_STATUSES[taskTransitions[verb].to];

/** Documents may be added to a completed event, because delivery notes arrive late; the report does not use them. */
function eventTakesDocuments(event: EventState): Outcome<true> {
  if (event.isArchived || event.status === "archived") return refuse("This event is archived: recover it first.");
  return event.status === "discarded" ? refuse("This event is discarded: reopen it first.") : allow;
}

/** 'Retry now' is possible for a failed task and for one that waits for its next attempt. */
function canRetry({ status, retryAt }: Pick<Task, "status" | "retryAt">): Outcome<true> {
  if (status === TASK_STATUSES.failed || retryAt !== null) return allow;
  if (status === TASK_STATUSES.processed) return refuse("This task is processed: there is nothing to retry.");
  return refuse("This task is in progress: it can be retried after it has failed.");
}

function canCancel(task: Pick<Task, "status" | "isCanceled">): Outcome<true> {
  if (!isTaskUnfinished(task)) return refuse("This task has ended: there is nothing to cancel.");
  return task.isCanceled ? refuse("This task is being canceled: it ends after the current page.") : allow;
}

/** Each edit cuts the words of a page, which older readings did not store. */
function canEditTables({ status, pages }: Pick<TaskWithProject, "status" | "pages">): Outcome<true> {
  if (isTaskUnfinished({ status }))
    return refuse("This task is in progress: its tables can be edited after it has ended.");
  if (pages.length === 0) return refuse("The tables of a Word document cannot be edited here: edit the document.");
  if (!pages.some(({ hasWords }) => hasWords)) {
    return refuse("This document was read by an earlier version. Add it again to edit its tables.");
  }
  return allow;
}

/** Actions on the document tasks of an event and why they are refused. */
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
  editTables: (task: Pick<TaskWithProject, "status" | "pages">, event: EventState, user: Person): Outcome<true> =>
    firstRefusal(
      () => may(user, "task.create"),
      () => eventTakesDocuments(event),
      () => canEditTables(task),
    ),
  /** Possible in any event, because it only ends work. */
  cancel: (task: Pick<Task, "status" | "isCanceled">, user: Person): Outcome<true> =>
    firstRefusal(
      () => may(user, "task.create"),
      () => canCancel(task),
    ),
} as const;

/** Whether the list is polled: while any task is unfinished (PD-50). */
export const hasUnfinishedTask = (tasks: readonly { status: TaskStatus }[]): boolean => tasks.some(isTaskUnfinished);
