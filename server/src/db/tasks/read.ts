import { type PageWord, type Task, pageWordsSchema } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, asc, eq, inArray } from "../drizzle.ts";
import { isNotQueued } from "../jobs/is-not-queued.ts";
import { projects } from "../schema/projects.ts";
import { taskDocuments, taskPages, tasks } from "../schema/tasks.ts";
import { isMoving, toTask, type TaskInProject, listTaskDocuments } from "./entities.ts";

/** A task with its event. */
export async function findTask(db: Queryable, taskId: number): Promise<TaskInProject | null> {
  const [row] = await db
    .select({ task: tasks, project: projects })
    .from(tasks)
    .innerJoin(projects, eq(projects.sid, tasks.projectSid))
    .where(eq(tasks.taskId, taskId));
  return row ?? null;
}

/** The entity of a task that must exist. Two statements. */
export async function readTask(db: Queryable, taskId: number): Promise<Task> {
  const [row] = await db.select().from(tasks).where(eq(tasks.taskId, taskId));
  if (!row) throw new Error(`the task ${taskId} was deleted meanwhile`);
  return toTask(row, await listTaskDocuments(db, taskId));
}

/** Locks a task's event and then the task until the transaction ends: the same order as deleting an event, to prevent deadlocks. */
export async function lockTask(tx: Queryable, taskId: number): Promise<TaskInProject | null> {
  const [known] = await tx.select({ projectSid: tasks.projectSid }).from(tasks).where(eq(tasks.taskId, taskId));
  if (!known) return null;
  const [project] = await tx.select().from(projects).where(eq(projects.sid, known.projectSid)).for("share");
  const [task] = await tx.select().from(tasks).where(eq(tasks.taskId, taskId)).for("update");
  return project && task ? { task, project } : null;
}

/** sha256s of all documents and page pictures of an event's tasks. */
export async function listDocumentBlobs(db: Queryable, projectSid: string): Promise<string[]> {
  const sha256s = new Set<string>();
  for (const table of [taskDocuments, taskPages]) {
    const rows = await db
      .selectDistinct({ sha256: table.sha256 })
      .from(table)
      .innerJoin(tasks, eq(tasks.taskId, table.taskId))
      .where(eq(tasks.projectSid, projectSid));
    for (const { sha256 } of rows) sha256s.add(sha256);
  }
  return [...sha256s];
}

/** The picture of a page; null when the task has none of that number. */
export async function findTaskPage(db: Queryable, taskId: number, number: number): Promise<{ sha256: string } | null> {
  const [row] = await db
    .select({ sha256: taskPages.sha256 })
    .from(taskPages)
    .where(and(eq(taskPages.taskId, taskId), eq(taskPages.number, number)));
  return row ?? null;
}

/** The stored words of some of a task's pages; without the pages that have none. */
export async function listPageWords(
  db: Queryable,
  taskId: number,
  numbers: readonly number[],
): Promise<{ page: number; words: PageWord[] }[]> {
  const rows = await db
    .select({ page: taskPages.number, words: taskPages.words })
    .from(taskPages)
    .where(and(eq(taskPages.taskId, taskId), inArray(taskPages.number, [...numbers])));
  return rows.flatMap(({ page, words }) =>
    words === null ? [] : [{ page, words: pageWordsSchema.parse(JSON.parse(words)) }],
  );
}

/** Whether a person has canceled the reading of a task. */
export async function isCancelRequested(db: Queryable, taskId: number): Promise<boolean> {
  const [row] = await db.select({ at: tasks.cancelRequestedAt }).from(tasks).where(eq(tasks.taskId, taskId));
  return row !== undefined && row.at !== null;
}

/** Ids of the unfinished tasks, oldest first. */
export async function listOpenTasks(db: Queryable): Promise<number[]> {
  const rows = await db.select({ taskId: tasks.taskId }).from(tasks).where(isMoving).orderBy(asc(tasks.taskId));
  return rows.map(({ taskId }) => taskId);
}

/** Ids of unfinished tasks without a job in the queue, locked until the transaction ends. */
export async function lockUnqueuedTasks(tx: Queryable): Promise<number[]> {
  const rows = await tx
    .select({ taskId: tasks.taskId })
    .from(tasks)
    .where(and(isMoving, isNotQueued(tasks.queueId)))
    .orderBy(asc(tasks.taskId))
    .for("update");
  return rows.map(({ taskId }) => taskId);
}
