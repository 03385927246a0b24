import { eq, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { projects } from "../schema/projects.ts";
import type { ProjectRow } from "./project-row.ts";

/** False if the slug is taken. */
export async function insertProject(
  db: Queryable,
  row: Pick<typeof projects.$inferInsert, "sid" | "slug" | "name" | "status" | "createdBy" | "groups" | "storeNumber">,
): Promise<boolean> {
  const { rowCount } = await db.insert(projects).values(row).onConflictDoNothing({ target: projects.slug });
  return rowCount === 1;
}

type ProjectChange = Partial<
  Pick<
    ProjectRow,
    | "status"
    | "statusBeforeArchive"
    | "defaultRotation"
    | "rejectionThreshold"
    | "mergeDuplicatesPercent"
    | "certificatePercent"
    | "itemListSid"
    | "itemVersionSid"
    | "previousEventSid"
    | "storeNumber"
    | "modelSid"
  >
>;

export async function updateProject(tx: Queryable, sid: string, change: ProjectChange): Promise<void> {
  const statusDate = change.status ? { statusDate: sql`now()` } : {};
  await tx
    .update(projects)
    .set({ ...change, ...statusDate })
    .where(eq(projects.sid, sid));
}

export async function deleteProject(tx: Queryable, sid: string): Promise<void> {
  await tx.delete(projects).where(eq(projects.sid, sid));
}
