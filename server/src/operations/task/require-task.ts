import { canSeeProject } from "@precount/domain";
import type { ActiveSession } from "../../auth/sessions.ts";
import type { Queryable } from "../../db/connect.ts";
import { type TaskInProject, findTask } from "../../db/tasks.ts";
import { notFound } from "../../errors/app-error.ts";

/** The task, if the person may see its event; else it does not exist for them (decision 47). */
export async function requireTask(
  { db, session }: { db: Queryable; session: ActiveSession },
  taskId: number,
): Promise<TaskInProject> {
  const found = await findTask(db, taskId);
  if (!found || !canSeeProject(session.user, found.project)) throw notFound("task");
  return found;
}
