import {
  type DocumentFileType,
  type PageCard,
  type Task,
  type TaskDocument,
  type TaskWithProject,
  type TaskStatus,
  type Viewer,
  TASK_STATUSES,
  clampPage,
  documentFileTypeSchema,
  taskStatusSchema,
} from "@precount/domain";
import type { Queryable } from "./connect.ts";
import { and, asc, desc, eq, inArray, ne, sql } from "./drizzle.ts";
import { naturalOrder } from "./natural-order.ts";
import { type ProjectRow, visibleTo } from "./projects.ts";
import { isNotQueued } from "./jobs/is-not-queued.ts";
import { projects } from "./schema/projects.ts";
import { taskDocuments, tasks } from "./schema/tasks.ts";

/** All SQL about document tasks; rows ↔ domain types. */

export type TaskRow = typeof tasks.$inferSelect;
export type TaskDocumentRow = typeof taskDocuments.$inferSelect;

const now = sql`now()`;
const isMoving = sql`${tasks.status} in (${TASK_STATUSES.created}, ${TASK_STATUSES.processing})`;

const toTaskDocument = (row: TaskDocumentRow): TaskDocument => ({
  documentId: row.documentId,
  fileName: row.fileName,
  fileType: documentFileTypeSchema.parse(row.fileType),
  fileUrl: `/api/tasks/${row.taskId}/documents/download?file=${row.documentId}`,
  size: row.sizeBytes,
  isOriginal: row.isOriginal,
});

const toTask = (row: TaskRow, documents: readonly TaskDocumentRow[]): Task => ({
  taskId: row.taskId,
  eventId: row.eventId,
  projectId: row.projectSid,
  status: taskStatusSchema.parse(row.status),
  errorMessage: row.errorMessage,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  retryAt: row.retryAt?.toISOString() ?? null,
  documents: documents.map(toTaskDocument),
});

/** Their entities: one statement more, whatever their number. */
async function withDocuments(db: Queryable, rows: readonly TaskRow[]): Promise<Task[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ taskId }) => taskId);
  const found = await db
    .select()
    .from(taskDocuments)
    .where(inArray(taskDocuments.taskId, ids))
    .orderBy(asc(taskDocuments.documentId));
  const byTask = Map.groupBy(found, ({ taskId }) => taskId);
  return rows.map((row) => toTask(row, byTask.get(row.taskId) ?? []));
}

/** The pages of a person: a card for each event they see that is not archived, by name. One statement. */
export async function listPages(db: Queryable, person: Viewer): Promise<PageCard[]> {
  return db
    .select({
      projectId: projects.sid,
      name: projects.name,
      slug: projects.slug,
      status: projects.status,
      tasks: {
        total: sql<number>`count(${tasks.taskId})::int`,
        moving: sql<number>`count(${tasks.taskId}) filter (where ${isMoving})::int`,
        failed: sql<number>`count(${tasks.taskId}) filter (where ${tasks.status} = ${TASK_STATUSES.failed})::int`,
      },
    })
    .from(projects)
    .leftJoin(tasks, eq(tasks.projectSid, projects.sid))
    .where(and(visibleTo(person), ne(projects.status, "archived")))
    .groupBy(projects.sid)
    .orderBy(asc(naturalOrder(projects.name)), asc(projects.sid));
}

export type TaskList = {
  /** Newest taskId first. */
  items: Task[];
  total: number;
  /** How many are Created or Processing, on any page of the list (decision 50). */
  moving: number;
  /** The page it is: one past the end is the last (decision 38). */
  page: number;
};

/** One page of an event's tasks: three statements. */
export async function listTasks(
  db: Queryable,
  projectSid: string,
  asked: { page: number; pageSize: number },
): Promise<TaskList> {
  const [counts] = await db
    .select({ total: sql<number>`count(*)::int`, moving: sql<number>`count(*) filter (where ${isMoving})::int` })
    .from(tasks)
    .where(eq(tasks.projectSid, projectSid));
  const { total, moving } = counts ?? { total: 0, moving: 0 };
  const page = clampPage(asked.page, asked.pageSize, total);
  const rows = await db
    .select()
    .from(tasks)
    .where(eq(tasks.projectSid, projectSid))
    .orderBy(desc(tasks.taskId))
    .limit(asked.pageSize)
    .offset((page - 1) * asked.pageSize);
  return { items: await withDocuments(db, rows), total, moving, page };
}

/** More than anybody looks at beside a photo. */
const MOST_BESIDE_AN_IMAGE = 20;

/** Tasks whose event id names the event (decision 51), of events that the person sees; newest first. Two statements. */
export async function listTasksForEvent(
  db: Queryable,
  person: Viewer,
  { sid, slug }: Pick<ProjectRow, "sid" | "slug">,
): Promise<Task[]> {
  const rows = await db
    .select({ task: tasks })
    .from(tasks)
    .innerJoin(projects, eq(projects.sid, tasks.projectSid))
    .where(and(inArray(tasks.eventId, [sid, slug]), visibleTo(person)))
    .orderBy(desc(tasks.taskId))
    .limit(MOST_BESIDE_AN_IMAGE);
  return withDocuments(
    db,
    rows.map(({ task }) => task),
  );
}

export type TaskInProject = { task: TaskRow; project: ProjectRow };

/** The task and its event. */
export async function findTask(db: Queryable, taskId: number): Promise<TaskInProject | null> {
  const [row] = await db
    .select({ task: tasks, project: projects })
    .from(tasks)
    .innerJoin(projects, eq(projects.sid, tasks.projectSid))
    .where(eq(tasks.taskId, taskId));
  return row ?? null;
}

/** The entity of a task that has just been read: one statement more. */
export async function toTaskWithProject(db: Queryable, { task, project }: TaskInProject): Promise<TaskWithProject> {
  const documents = await listTaskDocuments(db, task.taskId);
  const { sid, slug, name, status } = project;
  return { ...toTask(task, documents), project: { sid, slug, name, status } };
}

/** The entity of a task that is there: two statements. */
export async function readTask(db: Queryable, taskId: number): Promise<Task> {
  const [row] = await db.select().from(tasks).where(eq(tasks.taskId, taskId));
  if (!row) throw new Error(`the task ${taskId} has gone since it was found`);
  return toTask(row, await listTaskDocuments(db, taskId));
}

/** By their ids. */
export async function listTaskDocuments(db: Queryable, taskId: number): Promise<TaskDocumentRow[]> {
  return db.select().from(taskDocuments).where(eq(taskDocuments.taskId, taskId)).orderBy(asc(taskDocuments.documentId));
}

/** Held until the transaction ends, its event as it is before it: whoever deletes an event goes the same way. */
export async function lockTask(tx: Queryable, taskId: number): Promise<TaskInProject | null> {
  const [known] = await tx.select({ projectSid: tasks.projectSid }).from(tasks).where(eq(tasks.taskId, taskId));
  if (!known) return null;
  const [project] = await tx.select().from(projects).where(eq(projects.sid, known.projectSid)).for("share");
  const [task] = await tx.select().from(tasks).where(eq(tasks.taskId, taskId)).for("update");
  return project && task ? { task, project } : null;
}

type NewTask = Pick<typeof tasks.$inferInsert, "projectSid" | "eventId" | "createdBy">;

export async function insertTask(tx: Queryable, row: NewTask): Promise<TaskRow> {
  const [made] = await tx.insert(tasks).values(row).returning();
  if (!made) throw new Error("the insert gave no row"); // it would have thrown
  return made;
}

type TaskChange = Partial<Pick<TaskRow, "errorMessage" | "attempts" | "retryAt" | "queueId">> & { status?: TaskStatus };

export async function updateTask(tx: Queryable, taskId: number, change: TaskChange): Promise<void> {
  await tx
    .update(tasks)
    .set({ ...change, updatedAt: now })
    .where(eq(tasks.taskId, taskId));
}

export type NewTaskDocument = {
  fileName: string;
  fileType: DocumentFileType;
  sha256: string;
  sizeBytes: number;
  isOriginal: boolean;
};

export async function insertTaskDocuments(
  tx: Queryable,
  taskId: number,
  documents: readonly NewTaskDocument[],
): Promise<void> {
  if (documents.length > 0)
    await tx.insert(taskDocuments).values(documents.map((document) => ({ ...document, taskId })));
}

/** Removes what an earlier try had made. Returns the sha256s of it. */
export async function deleteDerivedDocuments(tx: Queryable, taskId: number): Promise<string[]> {
  const rows = await tx
    .delete(taskDocuments)
    .where(and(eq(taskDocuments.taskId, taskId), eq(taskDocuments.isOriginal, false)))
    .returning({ sha256: taskDocuments.sha256 });
  return rows.map(({ sha256 }) => sha256);
}

/** Files of all documents of an event's tasks. */
export async function listDocumentBlobs(db: Queryable, projectSid: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ sha256: taskDocuments.sha256 })
    .from(taskDocuments)
    .innerJoin(tasks, eq(tasks.taskId, taskDocuments.taskId))
    .where(eq(tasks.projectSid, projectSid));
  return rows.map(({ sha256 }) => sha256);
}

/** Those that are not over, the longest waiting first. */
export async function listOpenTasks(db: Queryable): Promise<number[]> {
  const rows = await db.select({ taskId: tasks.taskId }).from(tasks).where(isMoving).orderBy(asc(tasks.taskId));
  return rows.map(({ taskId }) => taskId);
}

/** Those that are not over, and that the queue does not know of. Held until the transaction ends. */
export async function lockUnqueuedTasks(tx: Queryable): Promise<number[]> {
  const rows = await tx
    .select({ taskId: tasks.taskId })
    .from(tasks)
    .where(and(isMoving, isNotQueued(tasks.queueId)))
    .orderBy(asc(tasks.taskId))
    .for("update");
  return rows.map(({ taskId }) => taskId);
}
