import type { AreaImage } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, eq, inArray, ne, sql } from "../drizzle.ts";
import { lockImages } from "../images/bulk.ts";
import { imageContentsUrl } from "../images/contents-url.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { projects } from "../schema/projects.ts";
import { users } from "../schema/users.ts";
import { CURRENT_FIRST } from "./current-image.ts";

const selectAreaImages = (db: Queryable) =>
  db
    .select({ image: images, slug: projects.slug, by: users.name })
    .from(images)
    .innerJoin(projects, eq(projects.sid, images.projectSid))
    .innerJoin(areas, eq(areas.sid, images.areaSid))
    .leftJoin(users, eq(users.sid, images.countsTooBy));

type SelectedImage = Awaited<ReturnType<ReturnType<typeof selectAreaImages>["execute"]>>[number];

const toAreaImage = ({ image, slug, by }: SelectedImage): AreaImage => ({
  sid: image.sid,
  name: image.name,
  src: imageContentsUrl(image, slug),
  status: image.status,
  createdAt: image.createdAt.toISOString(),
  countsToo: image.countsToo,
  decided: image.countsTooAt === null ? null : { at: image.countsTooAt.toISOString(), by: by ?? "" },
});

/** The images of an area, the current one first. */
export async function listAreaImages(db: Queryable, areaSid: string): Promise<AreaImage[]> {
  const rows = await selectAreaImages(db)
    .where(eq(images.areaSid, areaSid))
    .orderBy(...CURRENT_FIRST);
  return rows.map(toAreaImage);
}

/** The same for several areas, in the order of their numbers. Two statements. */
export async function listImagesOfAreas(
  db: Queryable,
  areaSids: readonly string[],
): Promise<{ area: { sid: string; name: string }; images: AreaImage[] }[]> {
  if (areaSids.length === 0) return [];
  const rows = await selectAreaImages(db)
    .where(inArray(images.areaSid, [...areaSids]))
    .orderBy(...CURRENT_FIRST);
  const numbers = await db
    .select({ sid: areas.sid, number: areas.number })
    .from(areas)
    .where(inArray(areas.sid, [...areaSids]))
    .orderBy(areas.number);
  const ofArea = Map.groupBy(rows, ({ image }) => image.areaSid);
  return numbers.map(({ sid, number }) => ({
    area: { sid, name: String(number) },
    images: (ofArea.get(sid) ?? []).map(toAreaImage),
  }));
}

/** Records whether photos count besides their area's current photo; null removes the decision. */
export async function decidePhotos(
  tx: Queryable,
  imageSids: readonly string[],
  { countsToo, userSid }: { countsToo: boolean | null; userSid: string },
): Promise<void> {
  if (imageSids.length === 0) return;
  const decision =
    countsToo === null
      ? { countsToo: null, countsTooAt: null, countsTooBy: null }
      : { countsToo, countsTooAt: sql`now()`, countsTooBy: userSid };
  await tx
    .update(images)
    .set(decision)
    .where(inArray(images.sid, [...imageSids]));
}

/**
 * Locks a photo and the photos of an area until the transaction ends, in the order of their sids as bulk actions do, or the two could
 * deadlock. Returns the area's other photos. Rejected ones are left out: they never count.
 */
export async function lockWithOtherPhotos(
  tx: Queryable,
  { areaSid, imageSid }: { areaSid: string; imageSid: string },
): Promise<{ sid: string; countsToo: boolean | null }[]> {
  const photos = await tx
    .select({ sid: images.sid })
    .from(images)
    .where(and(eq(images.areaSid, areaSid), ne(images.status, "rejected")));
  // The lock on the area, which the caller holds, keeps others from linking photos to it.
  const locked = await lockImages(tx, [...new Set([imageSid, ...photos.map(({ sid }) => sid)])]);
  return locked.flatMap(({ image: { sid, status, countsToo } }) =>
    sid === imageSid || status === "rejected" ? [] : [{ sid, countsToo }],
  );
}
