import { type Viewer, canSeeProject } from "@precount/domain";
import type { Queryable, Transaction } from "../../db/connect.ts";
import { type ImageInProject, findImage, lockImage } from "../../db/images.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";

/**
 * The image, if the person may see its event; else it does not exist for them (decision 47).
 * @param asked what they named: what is refused says no more than that this does not exist
 */
export async function requireImage(db: Queryable, user: Viewer, sid: string, asked = "image"): Promise<ImageInProject> {
  const found = await findImage(db, sid);
  if (!found || !canSeeProject(user, found.project)) throw notFound(asked);
  return found;
}

/** One transaction in which nobody else changes the image, and its event stays as it is. `asked` as above. */
export async function changeImage<T>(
  { db, session }: SignedInContext,
  sid: string,
  change: (tx: Transaction, found: ImageInProject) => Promise<T>,
  asked = "image",
): Promise<T> {
  await requireImage(db, session.user, sid, asked);
  return db.transaction(async (tx) => {
    const found = await lockImage(tx, sid);
    if (!found) throw notFound(asked);
    return change(tx, found);
  });
}
