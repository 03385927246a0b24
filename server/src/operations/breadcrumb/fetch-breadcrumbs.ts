import { canSeeProject } from "@precount/domain";
import { z } from "zod";
import { findProject } from "../../db/projects/read.ts";
import { findBreadcrumbNames } from "../../db/breadcrumbs.ts";
import type { SignedInContext } from "../context.ts";

/** The parameters of the current route. Unknown ones are left out of the answer. */
export const fetchBreadcrumbsInput = z.record(z.string().max(64), z.string().max(200)).default({});

/** The label of each route parameter in the breadcrumb (PD-41). Missing and hidden rows have none. */
export async function fetchBreadcrumbs(
  { db, session }: SignedInContext,
  params: z.infer<typeof fetchBreadcrumbsInput>,
): Promise<Record<string, string>> {
  const slugOrSid = params["projectId"] ?? params["pageId"];
  const project = slugOrSid === undefined ? null : await findProject(db, slugOrSid);
  if (!project || !canSeeProject(session.user, project)) return {};
  const names = await findBreadcrumbNames(db, project.sid, {
    imageId: params["imageId"] ?? null,
    reportId: params["reportId"] ?? null,
    areaId: params["areaId"] ?? null,
  });
  // A map, because a parameter may have any name, such as `constructor`.
  const labels = new Map(Object.entries({ projectId: project.name, pageId: project.name, ...names }));
  return Object.fromEntries(
    Object.keys(params).flatMap((param) => {
      const label = labels.get(param);
      return label ? [[param, label]] : [];
    }),
  );
}
