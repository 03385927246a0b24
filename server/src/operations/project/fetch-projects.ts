import { projectStatusSchema } from "@precount/domain";
import { z } from "zod";
import { PROJECT_SORTS, type ProjectList, listProjects } from "../../db/projects/list.ts";
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
