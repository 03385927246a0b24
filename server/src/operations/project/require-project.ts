import { canSeeProject } from "@precount/domain";
import type { ActiveSession } from "../../auth/active-session.ts";
import type { Queryable } from "../../db/connect.ts";
import type { ProjectRow } from "../../db/projects/project-row.ts";
import { findProject } from "../../db/projects/read.ts";
import { notFound } from "../../errors/app-error.ts";

/**
 * The event of a slug or sid. Throws NOT_FOUND when it is missing or hidden from the person (PD-47).
 * @param asked what the person asked for, when that is something in the event
 */
export async function requireProject(
  { db, session }: { db: Queryable; session: ActiveSession },
  slugOrSid: string,
  asked = "event",
): Promise<ProjectRow> {
  const project = await findProject(db, slugOrSid);
  if (!project || !canSeeProject(session.user, project)) throw notFound(asked);
  return project;
}
