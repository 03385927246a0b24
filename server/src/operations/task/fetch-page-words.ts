import { type PageWord, taskIdSchema } from "@precount/domain";
import { z } from "zod";
import { listPageWords } from "../../db/tasks/read.ts";
import type { SignedInContext } from "../context.ts";
import { requireTask } from "./require-task.ts";

export const fetchPageWordsInput = z.object({ taskId: taskIdSchema, page: z.int().min(1).max(100_000) });

/** The words of a page, for the preview of an edit of its tables (PD-111). Empty when none are stored. */
export async function fetchPageWords(
  context: Pick<SignedInContext, "db" | "session">,
  { taskId, page }: z.infer<typeof fetchPageWordsInput>,
): Promise<PageWord[]> {
  const { task } = await requireTask(context, taskId);
  const [found] = await listPageWords(context.db, task.taskId, [page]);
  return found?.words ?? [];
}
