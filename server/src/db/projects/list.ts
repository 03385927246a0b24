import { containsPattern } from "../escape-like.ts";
import { type ProjectListItem, type ProjectStatus, type Viewer, clampPage } from "@precount/domain";
import { type SQL, and, asc, desc, eq, inArray, ne, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { naturalOrder } from "../natural-order.ts";
import { projects } from "../schema/projects.ts";
import { namesContain } from "./names-contain.ts";
import { NO_IMAGES, countImages, toListItem } from "./list-item.ts";
import type { ProjectRow } from "./project-row.ts";
import { visibleTo } from "./visible-to.ts";

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
  /** Null for both. */
  isArchived: boolean | null;
  /** A group to which the events belong. */
  groupId?: string | undefined;
  page: number;
  pageSize: number;
  statuses?: readonly ProjectStatus[] | undefined;
  /** Part of a name, slug or store number, case-insensitive. */
  search?: string | undefined;
  sort: ProjectSort;
};

export type ProjectList = {
  items: ProjectListItem[];
  total: number;
  /** The returned page: the last one if the requested page is past the end (PD-38). */
  page: number;
};

/** One page of events. Always three statements. */
export async function listProjects(db: Queryable, query: ProjectListQuery): Promise<ProjectList> {
  const { rows, ...paged } = await listProjectRows(db, query);
  const counts = await countImages(
    db,
    rows.map(({ sid }) => sid),
  );
  return { items: rows.map((row) => toListItem(row, counts.get(row.sid) ?? NO_IMAGES)), ...paged };
}

/** The rows of one page of events. Always two statements. */
export async function listProjectRows(
  db: Queryable,
  query: ProjectListQuery,
): Promise<{ rows: ProjectRow[]; total: number; page: number }> {
  const { isArchived, groupId, statuses, search, pageSize } = query;
  const pattern = search ? containsPattern(search) : undefined;
  const where = and(
    visibleTo(query.person),
    isArchived === null ? undefined : isArchived ? eq(projects.status, "archived") : ne(projects.status, "archived"),
    groupId === undefined ? undefined : sql`${groupId} = any(${projects.groups})`,
    statuses?.length ? inArray(projects.status, [...statuses]) : undefined,
    pattern ? namesContain(pattern) : undefined,
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
  return { rows, total, page };
}
