import { type Task, sidSchema } from "@precount/domain";
import { z } from "zod";
import { type TaskList, listTasks, listTasksForEvent } from "../../db/tasks/list.ts";
import type { SignedInContext } from "../context.ts";
import { requireImage } from "../image/require-image.ts";
import { paging, slugOrSidSchema } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";

export const fetchTasksByProjectInput = z.object({
  /** The event's slug or sid. */
  projectId: slugOrSidSchema,
  page: paging.page,
  pageSize: paging.pageSize,
});

/** The tasks of a page, newest first. Archived events have pages too. */
export async function fetchTasksByProject(
  { db, session }: SignedInContext,
  { projectId, page, pageSize }: z.infer<typeof fetchTasksByProjectInput>,
): Promise<TaskList> {
  const { sid } = await requireProject({ db, session }, projectId, "page");
  return listTasks(db, sid, { page, pageSize });
}

export const fetchTasksByImageInput = z.object({ imageSid: sidSchema });

/** The document tasks that an image's screen lists (PD-51). The image's own jobs come with the image. */
export async function fetchTasksByImage(
  { db, session }: SignedInContext,
  { imageSid }: z.infer<typeof fetchTasksByImageInput>,
): Promise<Task[]> {
  const { project } = await requireImage(db, session.user, imageSid);
  return listTasksForEvent(db, session.user, project);
}
