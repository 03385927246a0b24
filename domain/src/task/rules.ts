import type { Transitions } from "../common/state-machine.ts";
import { TASK_STATUSES, type TaskStatus } from "./task.ts";

/** A task's way by the names of its numbers; one that failed may be tried again. */
export const taskTransitions = {
  start: { from: ["created"], to: "processing" },
  succeed: { from: ["processing"], to: "processed" },
  fail: { from: ["created", "processing"], to: "failed" },
  retry: { from: ["failed"], to: "created" },
} as const satisfies Transitions<keyof typeof TASK_STATUSES, string>;

/** Whether the list asks again by itself: while anything is still to come (decision 50). */
export const isTaskListMoving = (tasks: readonly { status: TaskStatus }[]): boolean =>
  tasks.some(({ status }) => status === TASK_STATUSES.created || status === TASK_STATUSES.processing);
