import { type ImageQuery, type Project, imageFlagSchema, imageStatusSchema, parseImageQuery } from "@precount/domain";
import { z } from "zod";
import { IMAGE_SORTS } from "../../db/images/order.ts";
import { type ImageList, listImages } from "../../db/images/list.ts";
import { toProject } from "../../db/projects/read.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { bySlug, paging } from "../inputs.ts";
import { requireProject } from "./require-project.ts";

/** Filters and order of an image list. */
export const imagesFilter = {
  /** `code:012345`, `qty:>500`, `area:12`, and part of a file name. */
  search: paging.search,
  status: z.array(imageStatusSchema).optional(),
  /** Only images that have all of these marks. */
  mark: z.array(imageFlagSchema).optional(),
  /** One of IMAGE_SORTS; any other value means the default order. */
  sort: z.string().max(40).optional(),
};
export const fetchProjectWithImagesInput = bySlug.extend({ ...paging, ...imagesFilter });

export type ProjectWithImages = Omit<ImageList, "items"> & { project: Project; images: ImageList["items"] };

/** Reads the search text of a list. An invalid one is refused with what is wrong with it. */
export const readImageQuery = (search: string | undefined): ImageQuery | undefined =>
  search === undefined ? undefined : unwrapOrThrow(parseImageQuery(search));

/** The event and one page of its images, without results (PD-55). */
export async function fetchProjectWithImages(
  { db, session }: SignedInContext,
  { slug, status, mark, sort, search, ...page }: z.infer<typeof fetchProjectWithImagesInput>,
): Promise<ProjectWithImages> {
  const row = await requireProject({ db, session }, slug);
  const project = await toProject(db, row);
  const { items, ...list } = await listImages(db, {
    ...page,
    query: readImageQuery(search),
    projectSid: row.sid,
    statuses: status,
    flags: mark,
    sort: IMAGE_SORTS.find((known) => known === sort),
  });
  return { project, images: items, ...list };
}
