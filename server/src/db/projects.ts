import {
  type Project,
  type ProjectListItem,
  type ProjectState,
  type ProjectStatus,
  type Viewer,
  clampPage,
  may,
  projectProgress,
  validDetectionPercent,
} from "@precount/domain";
import { type SQL, and, asc, desc, eq, inArray, like, ne, or, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { naturalOrder } from "./natural-order.ts";
import { images } from "./schema/images.ts";
import { projects } from "./schema/projects.ts";
import { reports } from "./schema/reports.ts";

/** All SQL about events; rows ↔ domain types. */

export type ProjectRow = typeof projects.$inferSelect;

/** By sid, else by slug (decision 2): should a slug look like another event's sid, the sid wins. */
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
 * The event, kept as it is until the transaction ends. `update` before changing the event itself; `share`
 * before changing what is in it: many may at once, and a Complete waits for all of them.
 */
export async function lockProject(tx: Queryable, sid: string, mode: "share" | "update"): Promise<ProjectRow> {
  const [row] = await tx.select().from(projects).where(eq(projects.sid, sid)).for(mode);
  if (!row) throw new Error(`the event ${sid} has gone since it was found`);
  return row;
}

type Counts = { total: number; settled: number; stickers: number; validStickers: number };
const NO_IMAGES: Counts = { total: 0, settled: 0, stickers: 0, validStickers: 0 };

/** One statement for any number of events, from an index alone. */
async function countImages(db: Queryable, projectSids: readonly string[]): Promise<Map<string, Counts>> {
  if (projectSids.length === 0) return new Map();
  const rows = await db
    .select({
      projectSid: images.projectSid,
      total: sql<number>`count(*)::int`,
      settled: sql<number>`count(*) filter (where ${images.status} in ('approved', 'rejected'))::int`,
      stickers: sql<number>`coalesce(sum(${images.stickersCount}), 0)::int`,
      validStickers: sql<number>`coalesce(sum(${images.validStickersCount}), 0)::int`,
    })
    .from(images)
    .where(inArray(images.projectSid, [...projectSids]))
    .groupBy(images.projectSid);
  return new Map(rows.map(({ projectSid, ...counts }) => [projectSid, counts]));
}

/** What the rules look at. */
export async function projectState(db: Queryable, row: ProjectRow): Promise<ProjectState> {
  const { total, settled } = (await countImages(db, [row.sid])).get(row.sid) ?? NO_IMAGES;
  return { status: row.status, isArchived: row.status === "archived", images: { total, settled } };
}

function toListItem(row: ProjectRow, counts: Counts): ProjectListItem {
  const { total, settled } = counts;
  return {
    sid: row.sid,
    name: row.name,
    slug: row.slug,
    status: row.status,
    statusDate: row.statusDate.toISOString(),
    isArchived: row.status === "archived",
    images: { total, settled },
    createdAt: row.createdAt.toISOString(),
    progress: projectProgress({ total, settled }),
    // Without a sticker there is nothing to be valid.
    validDetectionPercent: validDetectionPercent([counts]),
  };
}

/** The whole entity: three statements. */
export async function readProject(db: Queryable, sid: string): Promise<Project> {
  const [row] = await db.select().from(projects).where(eq(projects.sid, sid));
  if (!row) throw new Error(`the event ${sid} has gone since it was found`);
  return toProject(db, row);
}

/** The entity of a row that has just been read: two statements more. */
export async function toProject(db: Queryable, row: ProjectRow): Promise<Project> {
  const { sid } = row;
  const counts = (await countImages(db, [sid])).get(sid) ?? NO_IMAGES;
  const made = await db
    .select({ sid: reports.sid, title: reports.title, version: reports.version, createdAt: reports.createdAt })
    .from(reports)
    .where(eq(reports.projectSid, sid))
    .orderBy(desc(reports.version));
  return {
    ...toListItem(row, counts),
    reports: made.map(({ sid: reportSid, title, version, createdAt }) => ({
      sid: reportSid,
      title,
      version,
      createdAt: createdAt.toISOString(),
    })),
    settings: { defaultRotation: row.defaultRotation, rejectionThreshold: row.rejectionThreshold },
  };
}

/** Decision 47, as canSeeProject says it of one row: an event that was archived out of preview stays hidden. */
export const visibleTo = (person: Viewer): SQL | undefined =>
  and(
    may(person, "project.see-preview").ok
      ? undefined
      : and(ne(projects.status, "preview"), sql`${projects.statusBeforeArchive} is distinct from 'preview'`),
    may(person, "project.see-every-group").ok
      ? undefined
      : sql`${projects.groups} && ${sql.param(person.groups ?? [])}::text[]`,
  );

export const PROJECT_SORTS = ["name", "-name", "createdAt", "-createdAt", "status", "-status"] as const;
type ProjectSort = (typeof PROJECT_SORTS)[number];
const ORDERS: Readonly<Record<ProjectSort, SQL[]>> = {
  name: [asc(naturalOrder(projects.name)), asc(projects.sid)],
  "-name": [desc(naturalOrder(projects.name)), desc(projects.sid)],
  createdAt: [asc(projects.createdAt), asc(projects.sid)],
  "-createdAt": [desc(projects.createdAt), desc(projects.sid)],
  status: [asc(projects.status), desc(projects.createdAt), asc(projects.sid)],
  "-status": [desc(projects.status), desc(projects.createdAt), asc(projects.sid)],
};

export type ProjectListQuery = {
  person: Viewer;
  isArchived: boolean;
  page: number;
  pageSize: number;
  statuses?: readonly ProjectStatus[] | undefined;
  /** Part of a name or slug, in any letters. */
  search?: string | undefined;
  sort: ProjectSort;
};
export type ProjectList = {
  items: ProjectListItem[];
  total: number;
  /** The page it is: one past the end is the last (decision 38). */
  page: number;
};

/** One page of events: three statements, whatever the rows. */
export async function listProjects(db: Queryable, query: ProjectListQuery): Promise<ProjectList> {
  const { isArchived, statuses, search, pageSize } = query;
  const pattern = search ? `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : undefined;
  const where = and(
    visibleTo(query.person),
    isArchived ? eq(projects.status, "archived") : ne(projects.status, "archived"),
    statuses?.length ? inArray(projects.status, [...statuses]) : undefined,
    pattern ? sql`(${projects.name} ilike ${pattern} or ${projects.slug} ilike ${pattern})` : undefined,
  );
  const total = await db.$count(projects, where);
  const page = clampPage(query.page, pageSize, total);
  const rows = await db
    .select()
    .from(projects)
    .where(where)
    .orderBy(...ORDERS[query.sort])
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const sids = rows.map(({ sid }) => sid);
  const counts = await countImages(db, sids);
  return { items: rows.map((row) => toListItem(row, counts.get(row.sid) ?? NO_IMAGES)), total, page };
}

/** Which slugs that begin with `base` are in use. */
export async function listSlugsWithPrefix(db: Queryable, base: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: projects.slug })
    .from(projects)
    .where(like(projects.slug, `${base}%`));
  return new Set(rows.map(({ slug }) => slug));
}

/** False when somebody has the slug. */
export async function insertProject(
  db: Queryable,
  row: Pick<typeof projects.$inferInsert, "sid" | "slug" | "name" | "status" | "createdBy">,
): Promise<boolean> {
  const { rowCount } = await db.insert(projects).values(row).onConflictDoNothing({ target: projects.slug });
  return rowCount === 1;
}

type ProjectChange = Partial<
  Pick<ProjectRow, "status" | "statusBeforeArchive" | "defaultRotation" | "rejectionThreshold">
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

/** All of them, whoever may see them. */
export const countProjects = async (db: Queryable): Promise<number> => db.$count(projects);
