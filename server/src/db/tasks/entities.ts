import {
  type Task,
  type TaskDocument,
  type TaskPage,
  type TaskWithProject,
  TASK_STATUSES,
  documentFileTypeSchema,
  taskStatusSchema,
} from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { asc, eq, inArray, sql } from "../drizzle.ts";
import type { ProjectRow } from "../projects/project-row.ts";
import { taskDocuments, taskPages, tasks } from "../schema/tasks.ts";

export type TaskRow = typeof tasks.$inferSelect;

export type TaskDocumentRow = typeof taskDocuments.$inferSelect;

export const isMoving = sql`${tasks.status} in (${TASK_STATUSES.created}, ${TASK_STATUSES.processing})`;

const toTaskDocument = (row: TaskDocumentRow): TaskDocument => ({
  documentId: row.documentId,
  fileName: row.fileName,
  fileType: documentFileTypeSchema.parse(row.fileType),
  fileUrl: `/api/tasks/${row.taskId}/documents/download?file=${row.documentId}`,
  size: row.sizeBytes,
  isOriginal: row.isOriginal,
});

const progressOf = ({ status, page, pageCount }: TaskRow): Task["progress"] =>
  status === TASK_STATUSES.processing && page !== null && pageCount !== null ? { page, pageCount } : null;

export const toTask = (row: TaskRow, documents: readonly TaskDocumentRow[]): Task => ({
  taskId: row.taskId,
  eventId: row.eventId,
  projectId: row.projectSid,
  status: taskStatusSchema.parse(row.status),
  errorMessage: row.errorMessage,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  retryAt: row.retryAt?.toISOString() ?? null,
  progress: progressOf(row),
  isCanceled: row.cancelRequestedAt !== null,
  documents: documents.map(toTaskDocument),
});

/** Adds the documents of all tasks with one statement. */
export async function withDocuments(db: Queryable, rows: readonly TaskRow[]): Promise<Task[]> {
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

export type TaskInProject = { task: TaskRow; project: ProjectRow };

/** The entity of a task row; two more statements. */
export async function toTaskWithProject(db: Queryable, { task, project }: TaskInProject): Promise<TaskWithProject> {
  const documents = await listTaskDocuments(db, task.taskId);
  const { sid, slug, name, status } = project;
  const pages = await listTaskPages(db, task.taskId);
  const { tableEdits } = task;
  return { ...toTask(task, documents), pages: pages.map(toTaskPage), tableEdits, project: { sid, slug, name, status } };
}

/** A task's documents in the order of their ids. */
export async function listTaskDocuments(db: Queryable, taskId: number): Promise<TaskDocumentRow[]> {
  return db.select().from(taskDocuments).where(eq(taskDocuments.taskId, taskId)).orderBy(asc(taskDocuments.documentId));
}

type TaskPageRow = Omit<typeof taskPages.$inferSelect, "words" | "sizeBytes"> & { hasWords: boolean };

/** The pictures of a task's pages, ascending. */
async function listTaskPages(db: Queryable, taskId: number): Promise<TaskPageRow[]> {
  const { taskId: task, number, sha256, width, height, words } = taskPages;
  const columns = { taskId: task, number, sha256, width, height, hasWords: sql<boolean>`${words} is not null` };
  return db.select(columns).from(taskPages).where(eq(taskPages.taskId, taskId)).orderBy(asc(taskPages.number));
}

/** The address changes with the picture, so browsers keep it. */
const toTaskPage = ({ taskId, number, sha256, width, height, hasWords }: TaskPageRow): TaskPage => ({
  number,
  pictureUrl: `/api/tasks/${taskId}/pages/${number}/picture?v=${sha256.slice(0, 16)}`,
  width,
  height,
  hasWords,
});
