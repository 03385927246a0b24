import { type Viewer, canSeeProject } from "@precount/domain";
import type { Queryable, Transaction } from "../../db/connect.ts";
import { type ImageInProject, findImage, lockImage } from "../../db/images.ts";
import { notFound } from "../../errors.ts";
import type { SignedInContext } from "../../trpc/gate.ts";

/** The image, if the person may see its event; else it does not exist for them (decision 47). */
export async function requireImage(db: Queryable, user: Viewer, sid: string): Promise<ImageInProject> {
  const found = await findImage(db, sid);
  if (!found || !canSeeProject(user, found.project)) throw notFound("image");
  return found;
}

/** One transaction in which nobody else changes the image, and its event stays as it is. */
export async function changeImage<T>(
  { db, session }: SignedInContext,
  sid: string,
  change: (tx: Transaction, found: ImageInProject) => Promise<T>,
): Promise<T> {
  await requireImage(db, session.user, sid);
  return db.transaction(async (tx) => {
    const found = await lockImage(tx, sid);
    if (!found) throw notFound("image");
    return change(tx, found);
  });
}
