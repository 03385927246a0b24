import { canSeeProject } from "@precount/domain";
import type { ActiveSession } from "../../auth/active-session.ts";
import type { Queryable } from "../../db/connect.ts";
import type { TaskInProject } from "../../db/tasks/entities.ts";
import { findTask } from "../../db/tasks/read.ts";
import { notFound } from "../../errors/app-error.ts";

/** The task. Throws NOT_FOUND when the person may not see its event (PD-47). */
export async function requireTask(
  { db, session }: { db: Queryable; session: ActiveSession },
  taskId: number,
): Promise<TaskInProject> {
  const found = await findTask(db, taskId);
  if (!found || !canSeeProject(session.user, found.project)) throw notFound("task");
  return found;
}
