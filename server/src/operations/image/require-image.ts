import { type Viewer, canSeeProject } from "@precount/domain";
import type { Queryable, Transaction } from "../../db/connect.ts";
import { type ImageInProject, findImage, lockImage } from "../../db/images/read.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";

/**
 * The image. Throws NOT_FOUND when the person may not see its event (PD-47).
 * @param asked what the call named, for the message: it must not tell more than that this does not exist
 */
export async function requireImage(db: Queryable, user: Viewer, sid: string, asked = "image"): Promise<ImageInProject> {
  const found = await findImage(db, sid);
  if (!found || !canSeeProject(user, found.project)) throw notFound(asked);
  return found;
}

/** Runs `change` in a transaction with the image locked, and its event locked against changes of state. `asked` as above. */
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
