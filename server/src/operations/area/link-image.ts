import { type Area, areaCan, sidSchema } from "@precount/domain";
import { z } from "zod";
import { linkImageManually } from "../../db/areas/link-images.ts";
import { decidePhotos, lockWithOtherPhotos } from "../../db/areas/photo-decisions.ts";
import { lockArea } from "../../db/areas/read.ts";
import { readAreas } from "../../db/areas/list.ts";
import { lockImage } from "../../db/images/read.ts";
import { notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { enqueueDuplicateSearch } from "../../queue/enqueue.ts";
import { requireImage } from "../image/require-image.ts";
import { recordChange } from "../record-change.ts";
import type { Change } from "../../live/publish-change.ts";

export const linkImageInput = z.object({
  imageSid: sidSchema,
  /** Null unlinks the photo. */
  areaSid: sidSchema.nullable(),
  /** Decides that the area's other photos do not count, so that this one counts even when it is older (PD-67). */
  replace: z.boolean().default(false),
  /** Decides that this photo and the area's undecided ones all count: they show different parts of the area. */
  countsToo: z.boolean().default(false),
});

/** Links a photo to the area that a person chose, with the decision which photos count. Returns the changed areas. */
export async function linkImage(
  { db, session, call, queue }: SignedInContext,
  { imageSid, areaSid, replace, countsToo }: z.infer<typeof linkImageInput>,
): Promise<Area[]> {
  await requireImage(db, session.user, imageSid);
  return db.transaction(async (tx) => {
    // Locked before the photo: deleting an area locks in this order too, and the opposite order could deadlock.
    const area = areaSid === null ? null : await lockArea(tx, areaSid);
    const decides = areaSid !== null && (replace || countsToo);
    const photos = decides ? await lockWithOtherPhotos(tx, { areaSid, imageSid }) : [];
    const found = await lockImage(tx, imageSid);
    if (!found) throw notFound("image");
    const { image, project } = found;
    unwrapOrThrow(areaCan.edit(project));
    if (areaSid !== null && area?.projectSid !== project.sid) throw notFound("area");
    const userSid = session.user.sid;
    await linkImageManually(tx, { imageSid, areaSid, userSid });
    const others = photos.filter((photo) => replace || photo.countsToo === null).map(({ sid }) => sid);
    if (others.length > 0) await decidePhotos(tx, others, { countsToo: !replace, userSid });
    if (areaSid !== null) {
      await decidePhotos(tx, [imageSid], { countsToo: countsToo && !replace ? true : null, userSid });
    }
    const changed = [...new Set([image.areaSid, areaSid])].flatMap((sid) => sid ?? []);
    const changes: Change[] = [
      ...[imageSid, ...others].map((sid) => ({ projectSid: project.sid, kind: "image" as const, sid })),
      ...changed.map((sid) => ({ projectSid: project.sid, kind: "area" as const, sid })),
    ];
    await recordChange(tx, call, { changes });
    // The search compares a photo with those of near areas first.
    if (image.areaSid !== areaSid) await enqueueDuplicateSearch(tx, queue, [imageSid]);
    return readAreas(tx, changed);
  });
}
