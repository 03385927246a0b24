import { type Area, areaCan, sidSchema } from "@precount/domain";
import { z } from "zod";
import { linkImageByHand, lockArea, readAreas, unlinkOthers } from "../../db/areas.ts";
import { lockImage } from "../../db/images.ts";
import { notFound, orRefuse } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { requireImage } from "../image/require-image.ts";
import { notifyChanges } from "../../live/publish-change.ts";

export const linkImageInput = z.object({
  imageSid: sidSchema,
  /** Null takes the photo off whatever area it is of. */
  areaSid: sidSchema.nullable(),
  /** Whether the area's other photos are taken off it: then this one counts, whichever is newer. */
  replace: z.boolean().default(false),
});

/** Says by hand which area a photo shows. Answers the areas that this changes. */
export async function linkImage(
  { db, session }: SignedInContext,
  { imageSid, areaSid, replace }: z.infer<typeof linkImageInput>,
): Promise<Area[]> {
  await requireImage(db, session.user, imageSid);
  return db.transaction(async (tx) => {
    // Before its photos, as deleting an area takes them off it: the other way round the two could wait for each other.
    const area = areaSid === null ? null : await lockArea(tx, areaSid);
    const found = await lockImage(tx, imageSid);
    if (!found) throw notFound("image");
    const { image, project } = found;
    orRefuse(areaCan.edit(project));
    if (areaSid !== null && area?.projectSid !== project.sid) throw notFound("area");
    const userSid = session.user.sid;
    await linkImageByHand(tx, { imageSid, areaSid, userSid });
    const others = areaSid !== null && replace ? await unlinkOthers(tx, { areaSid, imageSid, userSid }) : [];
    const changed = [...new Set([image.areaSid, areaSid])].flatMap((sid) => sid ?? []);
    await notifyChanges(tx, [
      ...[imageSid, ...others].map((sid) => ({ projectSid: project.sid, kind: "image" as const, sid })),
      ...changed.map((sid) => ({ projectSid: project.sid, kind: "area" as const, sid })),
    ]);
    return readAreas(tx, changed);
  });
}
