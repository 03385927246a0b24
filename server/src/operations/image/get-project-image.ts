import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { listImageSids } from "../../db/image-lists.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { slugOrSidSchema } from "../inputs.ts";
import { visibleProject } from "../project/visible-project.ts";
import { type ImageWithJobs, readImage } from "./read-image.ts";
import { requireImage } from "./require-image.ts";

export const getProjectImageInput = z.object({ projectSlug: slugOrSidSchema, imageSid: sidSchema });

/**
 * The image with its detections, their predictions, patches and results (decision 55), all as at one moment: a detection
 * whose log is newer than its revision would have its reader contradicted by what they saw.
 */
export async function getProjectImage(
  { db, session }: SignedInContext,
  { projectSlug, imageSid }: z.infer<typeof getProjectImageInput>,
): Promise<ImageWithJobs> {
  const { project } = await requireImage(db, session.user, imageSid);
  if (projectSlug !== project.slug && projectSlug !== project.sid) throw notFound("image");
  return db.transaction((tx) => readImage(tx, imageSid), AT_ONE_MOMENT);
}

const AT_ONE_MOMENT = { isolationLevel: "repeatable read", accessMode: "read only" } as const;

/**
 * For previous and next when an image was opened directly: the event's default order (decision 39). `open` are those that
 * need someone, in the same order; `taken` those of them that somebody else has on the screen right now.
 */
export async function listProjectImageSids(
  { db, session, presence }: SignedInContext,
  slug: string,
): Promise<{ sids: string[]; open: string[]; taken: string[] }> {
  const { sid } = await visibleProject({ db, session }, slug);
  const { sids, open } = await listImageSids(db, sid);
  return { sids, open, taken: open.filter((imageSid) => presence.isTaken(imageSid, session.user.sid)) };
}
