import { type ProjectSummary, projectStatusSchema } from "@precount/domain";
import { z } from "zod";
import { PROJECT_SORTS, type ProjectList, listProjectRows, listProjects } from "../../db/projects/list.ts";
import { readProjectSummaries } from "../../db/projects/summaries.ts";
import type { SignedInContext } from "../context.ts";
import { paging } from "../inputs.ts";

export const fetchProjectsInput = z
  .object({
    ...paging,
    isArchived: z.boolean().default(false),
    status: z.array(projectStatusSchema).optional(),
    sort: z.enum(PROJECT_SORTS).default("-createdAt"),
  })
  .prefault({});

export function fetchProjects(
  { db, session }: SignedInContext,
  { status, ...query }: z.infer<typeof fetchProjectsInput>,
): Promise<ProjectList> {
  return listProjects(db, { ...query, statuses: status, person: session.user });
}

const THUMBNAILS = 5;

/**
 * The newest photos, areas and pace of the events of a page, which has the same input as `fetchProjects`. They take longer, so that the
 * list does not wait for them.
 */
export async function fetchSummaries(
  { db, session }: SignedInContext,
  { status, ...query }: z.infer<typeof fetchProjectsInput>,
): Promise<{ asOf: string; summaries: ProjectSummary[] }> {
  const { rows } = await listProjectRows(db, { ...query, statuses: status, person: session.user });
  return { asOf: new Date().toISOString(), summaries: await readProjectSummaries(db, rows, THUMBNAILS) };
}
