import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { listImageSids } from "../../db/images/sids.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { slugOrSidSchema } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { type ImageWithJobs, readImage } from "./read-image.ts";
import { requireImage } from "./require-image.ts";

export const getProjectImageInput = z.object({ projectSlug: slugOrSidSchema, imageSid: sidSchema });

/**
 * The image with its detections, their predictions, patches and results (PD-55). They are read in one snapshot: a patch log newer than
 * the revision beside it would look like a conflict to the client.
 */
export async function getProjectImage(
  { db, session }: SignedInContext,
  { projectSlug, imageSid }: z.infer<typeof getProjectImageInput>,
): Promise<ImageWithJobs> {
  const { project } = await requireImage(db, session.user, imageSid);
  if (projectSlug !== project.slug && projectSlug !== project.sid) throw notFound("image");
  return db.transaction((tx) => readImage(tx, imageSid, session.user), SNAPSHOT);
}

const SNAPSHOT = { isolationLevel: "repeatable read", accessMode: "read only" } as const;

/**
 * Image sids for previous and next when the person opened an image directly: the event's default order (PD-39). `open` are the images
 * that need review, in the same order; `sure` are those of them with a sticker and without a doubtful value; `taken` are those that
 * another person has open now.
 */
export async function listProjectImageSids(
  { db, session, presence }: SignedInContext,
  slug: string,
): Promise<{ sids: string[]; open: string[]; sure: string[]; taken: string[] }> {
  const { sid } = await requireProject({ db, session }, slug);
  const { sids, open, sure } = await listImageSids(db, sid);
  return { sids, open, sure, taken: open.filter((imageSid) => presence.isOpenByOthers(imageSid, session.user.sid)) };
}
