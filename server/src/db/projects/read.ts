import { type Project, type ProjectState } from "@precount/domain";
import { desc, eq, like, or, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { projects } from "../schema/projects.ts";
import { reports } from "../schema/reports.ts";
import type { ProjectRow } from "./project-row.ts";
import { countAreaWork } from "./area-counts.ts";
import { NO_IMAGES, countImages, toListItem } from "./list-item.ts";

/** Finds an event by sid or slug (PD-2). If a slug equals another event's sid, the sid wins. */
export async function findProject(db: Queryable, slugOrSid: string): Promise<ProjectRow | null> {
  const [row] = await db
    .select()
    .from(projects)
    .where(or(eq(projects.sid, slugOrSid), eq(projects.slug, slugOrSid)))
    .orderBy(sql`${projects.sid} = ${slugOrSid} desc`)
    .limit(1);
  return row ?? null;
}

/**
 * Locks an event until the transaction ends. Use `update` before changing the event itself and `share` before changing its contents:
 * many transactions may hold `share` at once, and Complete waits for all of them.
 */
export async function lockProject(tx: Queryable, sid: string, mode: "share" | "update"): Promise<ProjectRow> {
  const [row] = await tx.select().from(projects).where(eq(projects.sid, sid)).for(mode);
  if (!row) throw new Error(`the event ${sid} was deleted meanwhile`);
  return row;
}

/** The event's state that domain's rules need. */
export async function projectState(db: Queryable, row: ProjectRow): Promise<ProjectState & { areas: number }> {
  const { total, settled } = (await countImages(db, [row.sid])).get(row.sid) ?? NO_IMAGES;
  const { areas, ...work } = await countAreaWork(db, row.sid);
  return { status: row.status, isArchived: row.status === "archived", images: { total, settled, ...work }, areas };
}

/** The whole entity. Five statements. */
export async function readProject(db: Queryable, sid: string): Promise<Project> {
  const [row] = await db.select().from(projects).where(eq(projects.sid, sid));
  if (!row) throw new Error(`the event ${sid} was deleted meanwhile`);
  return toProject(db, row);
}

/** The entity of an event's row. Four more statements. */
export async function toProject(db: Queryable, row: ProjectRow): Promise<Project> {
  const { sid } = row;
  const counts = (await countImages(db, [sid])).get(sid) ?? NO_IMAGES;
  const made = await db
    .select({ sid: reports.sid, title: reports.title, version: reports.version, createdAt: reports.createdAt })
    .from(reports)
    .where(eq(reports.projectSid, sid))
    .orderBy(desc(reports.version));
  const { areas, ...work } = await countAreaWork(db, sid);
  const { storeNumber, ...item } = toListItem(row, counts);
  return {
    ...item,
    images: { ...item.images, ...work },
    areas,
    reports: made.map(({ sid: reportSid, title, version, createdAt }) => ({
      sid: reportSid,
      title,
      version,
      createdAt: createdAt.toISOString(),
    })),
    settings: {
      defaultRotation: row.defaultRotation,
      rejectionThreshold: row.rejectionThreshold,
      mergeDuplicatesPercent: row.mergeDuplicatesPercent,
      certificatePercent: row.certificatePercent,
      storeNumber,
      model: row.modelSid,
    },
  };
}

/** The used slugs that start with `base`. */
export async function listSlugsWithPrefix(db: Queryable, base: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: projects.slug })
    .from(projects)
    .where(like(projects.slug, `${base}%`));
  return new Set(rows.map(({ slug }) => slug));
}

/** Percent of certainty from which the event merges pairs of stickers without a person; null for never. */
export async function readMergePercent(db: Queryable, sid: string): Promise<number | null> {
  const [row] = await db
    .select({ percent: projects.mergeDuplicatesPercent })
    .from(projects)
    .where(eq(projects.sid, sid));
  return row?.percent ?? null;
}

/** Number of all events, regardless of who may see them. */
export const countProjects = async (db: Queryable): Promise<number> => db.$count(projects);
