import { type Area, areaCan, sidSchema } from "@precount/domain";
import { z } from "zod";
import { linkImages, lockArea, readAreas, unlinkOthers } from "../../db/areas.ts";
import { notFound, orRefuse } from "../../errors.ts";
import type { SignedInContext } from "../../trpc/gate.ts";
import { changeImage } from "../image/require.ts";
import { notifyChanges } from "../live/notify.ts";

export const linkImageInput = z.object({
  imageSid: sidSchema,
  /** Null takes the photo off whatever area it is of. */
  areaSid: sidSchema.nullable(),
  /** Whether the area's other photos are taken off it: then this one counts, whichever is newer. */
  replace: z.boolean().default(false),
});

/** Says by hand which area a photo shows. Answers the areas that this changes. */
export async function linkImage(
  context: SignedInContext,
  { imageSid, areaSid, replace }: z.infer<typeof linkImageInput>,
): Promise<Area[]> {
  return changeImage(context, imageSid, async (tx, { image, project }) => {
    orRefuse(areaCan.edit(project));
    if (areaSid !== null) {
      const area = await lockArea(tx, areaSid);
      if (!area || area.projectSid !== project.sid) throw notFound("area");
    }
    await linkImages(tx, [{ imageSid, areaSid }]);
    const others = areaSid !== null && replace ? await unlinkOthers(tx, areaSid, imageSid) : [];
    const changed = [...new Set([image.areaSid, areaSid])].flatMap((sid) => sid ?? []);
    await notifyChanges(tx, [
      ...[imageSid, ...others].map((sid) => ({ projectSid: project.sid, kind: "image" as const, sid })),
      ...changed.map((sid) => ({ projectSid: project.sid, kind: "area" as const, sid })),
    ]);
    return readAreas(tx, changed);
  });
}
