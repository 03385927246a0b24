import { type Viewer, canSeeProject } from "@precount/domain";
import type { Queryable, Transaction } from "../../db/connect.ts";
import { type AreaRow, findArea, lockArea } from "../../db/areas.ts";
import { type ProjectRow, lockProject } from "../../db/projects.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";

type AreaInProject = { area: AreaRow; project: ProjectRow };

/** The area, if the person may see its event; else it does not exist for them (decision 47). */
export async function requireArea(db: Queryable, user: Viewer, sid: string): Promise<AreaInProject> {
  const found = await findArea(db, sid);
  if (!found || !canSeeProject(user, found.project)) throw notFound("area");
  return found;
}

/** One transaction in which nobody else changes the area, and its event stays as it is. */
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
