import {
  type ImageListItem,
  type ImageStatus,
  type Project,
  imageFlagSchema,
  imageStatusSchema,
} from "@precount/domain";
import { z } from "zod";
import { IMAGE_SORTS, listImages } from "../../db/image-lists.ts";
import { toProject } from "../../db/projects.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { bySlug, paging } from "../inputs.ts";
import { visibleProject } from "./visible-project.ts";

/** Which images of the event, and in what order. */
export const imagesFilter = {
  search: paging.search,
  status: z.array(imageStatusSchema).optional(),
  /** Only those that have all of these. */
  mark: z.array(imageFlagSchema).optional(),
  /** One of IMAGE_SORTS; anything else is the default order. */
  sort: z.string().max(40).optional(),
};
export const fetchProjectWithImagesInput = bySlug.extend({ ...paging, ...imagesFilter });

export type ProjectWithImages = {
  project: Project;
  images: ImageListItem[];
  total: number;
  page: number;
  counts: Partial<Record<ImageStatus, number>>;
  below: number;
};

/** The event and one page of its images, without results (decision 55). */
export async function fetchProjectWithImages(
  { db, session }: SignedInContext,
  { slug, status, mark, sort, ...query }: z.infer<typeof fetchProjectWithImagesInput>,
): Promise<ProjectWithImages> {
  const row = await visibleProject({ db, session }, slug);
  const project = await toProject(db, row);
  const { items, ...list } = await listImages(db, {
    ...query,
    projectSid: row.sid,
    statuses: status,
    marks: mark,
    sort: IMAGE_SORTS.find((known) => known === sort),
  });
  return { project, images: items, ...list };
}
