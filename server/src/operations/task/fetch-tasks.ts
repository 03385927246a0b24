import { type Task, sidSchema } from "@precount/domain";
import { z } from "zod";
import { type TaskList, listTasks, listTasksAbout } from "../../db/tasks.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { requireImage } from "../image/require-image.ts";
import { paging, slugOrSidSchema } from "../inputs.ts";
import { visibleProject } from "../project/visible-project.ts";

export const fetchTasksByProjectInput = z.object({
  /** The event's slug or sid. */
  projectId: slugOrSidSchema,
  page: paging.page,
  pageSize: paging.pageSize,
});

/** The list of a page, newest first; of an archived event too. */
export async function fetchTasksByProject(
  { db, session }: SignedInContext,
  { projectId, page, pageSize }: z.infer<typeof fetchTasksByProjectInput>,
): Promise<TaskList> {
  const { sid } = await visibleProject({ db, session }, projectId, "page");
  return listTasks(db, sid, { page, pageSize });
}

export const fetchTasksByImageInput = z.object({ imageSid: sidSchema });

/** What a photo's screen lists of document tasks (decision 51); the photo's own jobs come with the photo. */
export async function fetchTasksByImage(
  { db, session }: SignedInContext,
  { imageSid }: z.infer<typeof fetchTasksByImageInput>,
): Promise<Task[]> {
  const { project } = await requireImage(db, session.user, imageSid);
  return listTasksAbout(db, session.user, project);
}
