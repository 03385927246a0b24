import { type Viewer, canSeeProject } from "@precount/domain";
import type { Queryable, Transaction } from "../../db/connect.ts";
import { type AreaRow, findArea, lockArea } from "../../db/areas/read.ts";
import type { ProjectRow } from "../../db/projects/project-row.ts";
import { lockProject } from "../../db/projects/read.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";

type AreaInProject = { area: AreaRow; project: ProjectRow };

/** The area. Throws NOT_FOUND when the person may not see its event (PD-47). */
export async function requireArea(db: Queryable, user: Viewer, sid: string): Promise<AreaInProject> {
  const found = await findArea(db, sid);
  if (!found || !canSeeProject(user, found.project)) throw notFound("area");
  return found;
}

/** Runs `change` in a transaction with the area locked, and its event locked against changes of state. */
export async function changeArea<T>(
  { db, session }: SignedInContext,
  sid: string,
  change: (tx: Transaction, found: AreaInProject) => Promise<T>,
): Promise<T> {
  const { project } = await requireArea(db, session.user, sid);
  return db.transaction(async (tx) => {
    const held = await lockProject(tx, project.sid, "share");
    const area = await lockArea(tx, sid);
    if (!area) throw notFound("area");
    return change(tx, { area, project: held });
  });
}
