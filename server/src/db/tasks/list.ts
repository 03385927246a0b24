import { type PageCard, type Task, type Viewer, TASK_STATUSES, clampPage } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, asc, desc, eq, inArray, ne, sql } from "../drizzle.ts";
import { naturalOrder } from "../natural-order.ts";
import type { ProjectRow } from "../projects/project-row.ts";
import { visibleTo } from "../projects/visible-to.ts";
import { projects } from "../schema/projects.ts";
import { tasks } from "../schema/tasks.ts";
import { isMoving, withDocuments } from "./entities.ts";

/** A card for each event that the user may see and that is not archived, by name. One statement. */
export async function listPages(db: Queryable, person: Viewer): Promise<PageCard[]> {
  return db
    .select({
      projectId: projects.sid,
      name: projects.name,
      slug: projects.slug,
      status: projects.status,
      tasks: {
        total: sql<number>`count(${tasks.taskId})::int`,
        moving: sql<number>`count(${tasks.taskId}) filter (where ${isMoving})::int`,
        failed: sql<number>`count(${tasks.taskId}) filter (where ${tasks.status} = ${TASK_STATUSES.failed})::int`,
      },
    })
    .from(projects)
    .leftJoin(tasks, eq(tasks.projectSid, projects.sid))
    .where(and(visibleTo(person), ne(projects.status, "archived")))
    .groupBy(projects.sid)
    .orderBy(asc(naturalOrder(projects.name)), asc(projects.sid));
}

export type TaskList = {
  /** Newest taskId first. */
  items: Task[];
  total: number;
  /** Number of tasks that are Created or Processing, over all pages of the list (PD-50). */
  moving: number;
  /** The returned page: the last one if the requested page is past the end (PD-38). */
  page: number;
};

/** One page of an event's tasks: three statements. */
export async function listTasks(
  db: Queryable,
  projectSid: string,
  asked: { page: number; pageSize: number },
): Promise<TaskList> {
  const [counts] = await db
    .select({ total: sql<number>`count(*)::int`, moving: sql<number>`count(*) filter (where ${isMoving})::int` })
    .from(tasks)
    .where(eq(tasks.projectSid, projectSid));
  const { total, moving } = counts ?? { total: 0, moving: 0 };
  const page = clampPage(asked.page, asked.pageSize, total);
  const rows = await db
    .select()
    .from(tasks)
    .where(eq(tasks.projectSid, projectSid))
    .orderBy(desc(tasks.taskId))
    .limit(asked.pageSize)
    .offset((page - 1) * asked.pageSize);
  return { items: await withDocuments(db, rows), total, moving, page };
}

/** Enough for the task list next to a photo. */
const MAX_TASKS = 20;

/** The newest tasks whose event id is this event's slug or sid (PD-51), of events that the user may see. Two statements. */
export async function listTasksForEvent(
  db: Queryable,
  person: Viewer,
  { sid, slug }: Pick<ProjectRow, "sid" | "slug">,
): Promise<Task[]> {
  const rows = await db
    .select({ task: tasks })
    .from(tasks)
    .innerJoin(projects, eq(projects.sid, tasks.projectSid))
    .where(and(inArray(tasks.eventId, [sid, slug]), visibleTo(person)))
    .orderBy(desc(tasks.taskId))
    .limit(MAX_TASKS);
  return withDocuments(
    db,
    rows.map(({ task }) => task),
  );
}
