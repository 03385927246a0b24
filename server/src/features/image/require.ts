import { type AuthUser, canSeeProject } from "@precount/domain";
import { type ImageInProject, findImage } from "../../db/images.ts";
import type { Queryable } from "../../db/connect.ts";
import { notFound } from "../../errors.ts";

/** The image, if the person may see its event; else it does not exist for them (decision 47). */
export async function requireImage(db: Queryable, user: AuthUser, sid: string): Promise<ImageInProject> {
  const found = await findImage(db, sid);
  if (!found || !canSeeProject(user, found.project)) throw notFound("image");
  return found;
}
