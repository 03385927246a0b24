import { type Area, type AreaImage, areaCan, photoUses, photosByUse, refuse, sidSchema } from "@precount/domain";
import { z } from "zod";
import { decidePhotos, listImagesOfAreas } from "../../db/areas/photo-decisions.ts";
import { readSharedAreaPhotos } from "../../db/areas/shared-area-photos.ts";
import { lockArea } from "../../db/areas/read.ts";
import { readAreas } from "../../db/areas/list.ts";
import { lockImage } from "../../db/images/read.ts";
import { notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { requireImage } from "../image/require-image.ts";
import { recordChange } from "../record-change.ts";
import { requireProject } from "../project/require-project.ts";

export const decidePhotoInput = z.object({
  imageSid: sidSchema,
  /** Whether the photo counts besides its area's current photo; null removes the decision. */
  countsToo: z.boolean().nullable(),
});

/** Records whether a photo counts besides the current photo of its area (PD-67). Returns the area. */
export async function decidePhoto(
  { db, session, call }: SignedInContext,
  { imageSid, countsToo }: z.infer<typeof decidePhotoInput>,
): Promise<Area> {
  const { image: before } = await requireImage(db, session.user, imageSid);
  return db.transaction(async (tx) => {
    // Locked before the photo, as in linkImage, or the two could deadlock.
    const area = before.areaSid === null ? null : await lockArea(tx, before.areaSid);
    const found = await lockImage(tx, imageSid);
    if (!found) throw notFound("image");
    unwrapOrThrow(areaCan.edit(found.project));
    if (area === null || found.image.areaSid !== area.sid) {
      return unwrapOrThrow(refuse("This photo is not in an area, so there is nothing to decide."));
    }
    await decidePhotos(tx, [imageSid], { countsToo, userSid: session.user.sid });
    const projectSid = found.project.sid;
    await recordChange(tx, call, {
      changes: [
        { projectSid, kind: "image", sid: imageSid },
        { projectSid, kind: "area", sid: area.sid },
      ],
      details: { countsToo },
    });
    const [changed] = await readAreas(tx, [area.sid]);
    if (!changed) throw notFound("area");
    return changed;
  });
}

/** An area with approved photos that need a decision, and the current photo to compare them with. */
export type UndecidedArea = { area: { sid: string; name: string }; current: AreaImage; photos: AreaImage[] };

/** Areas per answer. The dialog asks again when they are decided. */
const MAX_UNDECIDED_AREAS = 50;

/** The photos that block Complete, by area. */
export async function fetchUndecidedPhotos(ctx: SignedInContext, slug: string): Promise<UndecidedArea[]> {
  const { sid } = await requireProject(ctx, slug);
  const { undecided } = photosByUse(await readSharedAreaPhotos(ctx.db, [sid]));
  const areaSids = [...new Set(undecided.flatMap(({ areaSid }) => areaSid ?? []))].slice(0, MAX_UNDECIDED_AREAS);
  return (await listImagesOfAreas(ctx.db, areaSids)).flatMap(({ area, images }) => {
    // A voided area has no undecided photos.
    const uses = photoUses(images, { isVoided: false });
    const current = images.find((image) => uses.get(image) === "current");
    const photos = images.filter((image) => image.status === "approved" && uses.get(image) === "undecided");
    return current === undefined || photos.length === 0 ? [] : [{ area, current, photos }];
  });
}
