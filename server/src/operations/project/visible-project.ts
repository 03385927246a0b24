import { canSeeProject } from "@precount/domain";
import type { ActiveSession } from "../../auth/sessions.ts";
import type { Queryable } from "../../db/connect.ts";
import { type ProjectRow, findProject } from "../../db/projects.ts";
import { notFound } from "../../errors/app-error.ts";

/**
 * The event that a slug or sid names, or NOT_FOUND, which is also what one may not see (decision 47).
 * @param asked what the person named, when that is something in the event
 */
export async function visibleProject(
  { db, session }: { db: Queryable; session: ActiveSession },
  slugOrSid: string,
  asked = "event",
): Promise<ProjectRow> {
  const project = await findProject(db, slugOrSid);
  if (!project || !canSeeProject(session.user, project)) throw notFound(asked);
  return project;
}
