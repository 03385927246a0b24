import { type ImageListItem, type ImageStatus, type Project, imageStatusSchema } from "@precount/domain";
import { z } from "zod";
import { IMAGE_SORTS, listImages } from "../../db/image-lists.ts";
import { toProject } from "../../db/projects.ts";
import type { SignedInContext } from "../../trpc/gate.ts";
import { bySlug, paging } from "./inputs.ts";
import { visibleProject } from "./visible-project.ts";

export const fetchProjectWithImagesInput = bySlug.extend({
  ...paging,
  status: z.array(imageStatusSchema).optional(),
  /** One of IMAGE_SORTS; anything else is the default order. */
  sort: z.string().max(40).optional(),
});

export type ProjectWithImages = {
  project: Project;
  images: ImageListItem[];
  total: number;
  page: number;
  counts: Partial<Record<ImageStatus, number>>;
};

/** The event and one page of its images, without results (decision 55). */
export async function fetchProjectWithImages(
  { db, session }: SignedInContext,
  { slug, status, sort, ...query }: z.infer<typeof fetchProjectWithImagesInput>,
): Promise<ProjectWithImages> {
  const row = await visibleProject({ db, session }, slug);
  const project = await toProject(db, row);
  const { items, ...list } = await listImages(db, {
    ...query,
    projectSid: row.sid,
    statuses: status,
    sort: IMAGE_SORTS.find((known) => known === sort),
  });
  return { project, images: items, ...list };
}
