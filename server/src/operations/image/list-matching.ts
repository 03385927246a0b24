import type { z } from "zod";
import { IMAGE_SORTS } from "../../db/images/order.ts";
import { listMatchingSids } from "../../db/images/sids.ts";
import type { SignedInContext } from "../context.ts";
import { imagesFilter, readImageQuery } from "../project/fetch-project-with-images.ts";
import { bySlug } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";

export const listMatchingImagesInput = bySlug.extend(imagesFilter);

/** The sids of all images that match a list's filters, on every page, in the list's order. */
export async function listMatchingImages(
  { db, session }: SignedInContext,
  { slug, status, mark, search, sort }: z.infer<typeof listMatchingImagesInput>,
): Promise<string[]> {
  const { sid: projectSid } = await requireProject({ db, session }, slug);
  return listMatchingSids(db, {
    projectSid,
    statuses: status,
    flags: mark,
    query: readImageQuery(search),
    sort: IMAGE_SORTS.find((known) => known === sort),
  });
}
