import { type DocumentFileType, type TaskStatus } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, eq, ne, sql } from "../drizzle.ts";
import { taskDocuments, taskPages, tasks } from "../schema/tasks.ts";
import type { TaskRow } from "./entities.ts";

const now = sql`now()`;

type NewTask = Pick<typeof tasks.$inferInsert, "projectSid" | "eventId" | "createdBy">;

/** Inserts a task and returns its row. */
export async function insertTask(tx: Queryable, row: NewTask): Promise<TaskRow> {
  const [made] = await tx.insert(tasks).values(row).returning();
  if (!made) throw new Error("the insert returned no row"); // cannot happen: a failed insert throws
  return made;
}

type TaskChange = Partial<
  Pick<
    TaskRow,
    "errorMessage" | "attempts" | "retryAt" | "queueId" | "page" | "pageCount" | "cancelRequestedAt" | "tableEdits"
  >
> & { status?: TaskStatus };

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

export type NewTaskPage = Omit<typeof taskPages.$inferInsert, "taskId">;

export async function insertTaskPages(tx: Queryable, taskId: number, pages: readonly NewTaskPage[]): Promise<void> {
  if (pages.length > 0) await tx.insert(taskPages).values(pages.map((page) => ({ ...page, taskId })));
}

/** Deletes the documents and page pictures that an earlier attempt derived. Returns their sha256s. */
export async function deleteDerivedDocuments(tx: Queryable, taskId: number): Promise<string[]> {
  const pages = await tx.delete(taskPages).where(eq(taskPages.taskId, taskId)).returning({ sha256: taskPages.sha256 });
  const rows = await tx
    .delete(taskDocuments)
    .where(and(eq(taskDocuments.taskId, taskId), eq(taskDocuments.isOriginal, false)))
    .returning({ sha256: taskDocuments.sha256 });
  return [...pages, ...rows].map(({ sha256 }) => sha256);
}

/** The structure as it was read, which is kept while the task has edited tables. */
export const STRUCTURE_AS_READ = "structure-as-read.json";
export const STRUCTURE = "structure.json";

/**
 * Replaces the outputs of a task by those of its edited tables, and keeps the structure as it was read when there are edits. Returns
 * the sha256s of the rows that it deleted.
 */
export async function replaceOutputs(
  tx: Queryable,
  taskId: number,
  { outputs, isEdited }: { outputs: readonly NewTaskDocument[]; isEdited: boolean },
): Promise<string[]> {
  const ofTask = and(eq(taskDocuments.taskId, taskId), eq(taskDocuments.isOriginal, false));
  const [kept] = await tx
    .select()
    .from(taskDocuments)
    .where(and(ofTask, eq(taskDocuments.fileName, STRUCTURE_AS_READ)));
  if (isEdited && !kept) {
    await tx
      .update(taskDocuments)
      .set({ fileName: STRUCTURE_AS_READ })
      .where(and(ofTask, eq(taskDocuments.fileName, STRUCTURE)));
  }
  const rows = await tx
    .delete(taskDocuments)
    .where(isEdited ? and(ofTask, ne(taskDocuments.fileName, STRUCTURE_AS_READ)) : ofTask)
    .returning({ sha256: taskDocuments.sha256 });
  await insertTaskDocuments(tx, taskId, outputs);
  return rows.map(({ sha256 }) => sha256);
}
