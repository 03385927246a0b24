import { type DocumentFileType, type TaskStatus } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, eq, sql } from "../drizzle.ts";
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
  Pick<TaskRow, "errorMessage" | "attempts" | "retryAt" | "queueId" | "page" | "pageCount" | "cancelRequestedAt">
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
