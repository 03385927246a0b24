import type { z } from "zod";
import { IMAGE_SORTS, listMatchingSids } from "../../db/image-lists.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { imagesFilter } from "../project/fetch-project-with-images.ts";
import { bySlug } from "../inputs.ts";
import { visibleProject } from "../project/visible-project.ts";

export const listMatchingImagesInput = bySlug.extend(imagesFilter);

/** The sids of all images that a list's filters let through, every page of it, in its order. */
export async function listMatchingImages(
  { db, session }: SignedInContext,
  { slug, status, mark, search, sort }: z.infer<typeof listMatchingImagesInput>,
): Promise<string[]> {
  const { sid: projectSid } = await visibleProject({ db, session }, slug);
  return listMatchingSids(db, {
    projectSid,
    statuses: status,
    marks: mark,
    search,
    sort: IMAGE_SORTS.find((known) => known === sort),
  });
}
