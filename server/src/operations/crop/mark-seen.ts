import { cropWallCan, sidSchema } from "@precount/domain";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { deleteSeenStickers, insertSeenStickers } from "../../db/crops/seen-stickers.ts";
import { lockProject, projectState } from "../../db/projects/read.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";

/** Stickers in one call. */
const MAX_STICKERS = 2000;

const value = z.string().max(64);
export const markStickersInput = byProject.extend({
  stickers: z
    .array(
      z.object({ detectionSid: sidSchema, position: z.number().int().min(0).max(9999), code: value, quantity: value }),
    )
    .min(1)
    .max(MAX_STICKERS),
  /** False removes the marks. */
  isSeen: z.boolean(),
});

/** Marks stickers as seen by the caller, with the values that they saw (PD-121). Other people's marks are not affected. A closed event refuses. */
export async function markStickers(
  context: SignedInContext,
  { project, stickers, isSeen }: z.infer<typeof markStickersInput>,
): Promise<{ count: number }> {
  const { db, session, call } = context;
  const { sid: projectSid } = await requireProject(context, project.slug);
  return db.transaction(async (tx) => {
    const event = await projectState(tx, await lockProject(tx, projectSid, "share"));
    unwrapOrThrow(cropWallCan.mark(event, session.user));
    const owner = { projectSid, userSid: session.user.sid };
    const count = isSeen
      ? await insertSeenStickers(tx, owner, stickers)
      : await deleteSeenStickers(tx, owner, stickers);
    await recordAudit(tx, call, { projectSid, details: { stickers: count, isSeen } });
    return { count };
  });
}
