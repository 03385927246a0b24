import {
  type ImageListItem,
  type ImageStatus,
  type Project,
  imageFlagSchema,
  imageStatusSchema,
} from "@precount/domain";
import { z } from "zod";
import { IMAGE_SORTS } from "../../db/images/order.ts";
import { listImages } from "../../db/images/list.ts";
import { toProject } from "../../db/projects/read.ts";
import type { SignedInContext } from "../context.ts";
import { bySlug, paging } from "../inputs.ts";
import { requireProject } from "./require-project.ts";

/** Filters and order of an image list. */
export const imagesFilter = {
  search: paging.search,
  status: z.array(imageStatusSchema).optional(),
  /** Only images that have all of these marks. */
  mark: z.array(imageFlagSchema).optional(),
  /** One of IMAGE_SORTS; any other value means the default order. */
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
  withoutArea: number;
};

/** The event and one page of its images, without results (PD-55). */
export async function fetchProjectWithImages(
  { db, session }: SignedInContext,
  { slug, status, mark, sort, ...query }: z.infer<typeof fetchProjectWithImagesInput>,
): Promise<ProjectWithImages> {
  const row = await requireProject({ db, session }, slug);
  const project = await toProject(db, row);
  const { items, ...list } = await listImages(db, {
    ...query,
    projectSid: row.sid,
    statuses: status,
    flags: mark,
    sort: IMAGE_SORTS.find((known) => known === sort),
  });
  return { project, images: items, ...list };
}
