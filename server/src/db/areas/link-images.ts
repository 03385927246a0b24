import { type AreaHints } from "@precount/domain";
import { and, eq, isNull, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { images } from "../schema/images.ts";

export type ImageRow = typeof images.$inferSelect;

/** What a photo says of its area by itself. */
export const toAreaHints = (
  image: Pick<ImageRow, "givenAreaNumber" | "name" | "sheetCodes" | "bareCodes">,
): AreaHints => ({
  given: image.givenAreaNumber,
  name: image.name,
  codes: { sheet: image.sheetCodes, bare: image.bareCodes },
});

/** Photos that are of no area and that nobody took off one, with what they say themselves. */
export async function listUnlinkedImages(
  tx: Queryable,
  projectSid: string,
): Promise<{ sid: string; hints: AreaHints }[]> {
  const { sid, name, givenAreaNumber, sheetCodes, bareCodes } = images;
  const rows = await tx
    .select({ sid, name, givenAreaNumber, sheetCodes, bareCodes })
    .from(images)
    .where(and(eq(images.projectSid, projectSid), mayBeLinkedByItself));
  return rows.map((row) => ({ sid: row.sid, hints: toAreaHints(row) }));
}

/** What somebody linked stays linked, and what somebody took off stays off: only the rest is for rules to link. */
const mayBeLinkedByItself = and(isNull(images.areaSid), isNull(images.areaUnlinkedAt));

/** Puts to their areas those of the photos that are of none and that nobody took off one; gives those. One statement. */
export async function linkImages(
  tx: Queryable,
  links: readonly { imageSid: string; areaSid: string }[],
): Promise<string[]> {
  if (links.length === 0) return [];
  const column = (field: "imageSid" | "areaSid") => sql`${sql.param(links.map((link) => link[field]))}::text[]`;
  const { rows } = await tx.execute<{ sid: string }>(sql`
    update ${images} set area_sid = given.area_sid
    from unnest(${column("imageSid")}, ${column("areaSid")}) as given (image_sid, area_sid)
    where ${images.sid} = given.image_sid and ${mayBeLinkedByItself}
    returning ${images.sid}`);
  return rows.map(({ sid }) => sid);
}

/** What somebody says goes over everything; null takes the photo off its area, for rules too. */
export async function linkImageManually(
  tx: Queryable,
  { imageSid, areaSid, userSid }: { imageSid: string; areaSid: string | null; userSid: string },
): Promise<void> {
  await tx
    .update(images)
    .set({ areaSid, ...(areaSid === null ? takenOffBy(userSid) : { areaUnlinkedAt: null, areaUnlinkedBy: null }) })
    .where(eq(images.sid, imageSid));
}

const takenOffBy = (userSid: string) => ({ areaUnlinkedAt: sql`now()`, areaUnlinkedBy: userSid });

/** Takes every photo off an area but one. */
export async function unlinkOtherImages(
  tx: Queryable,
  { areaSid, imageSid, userSid }: { areaSid: string; imageSid: string; userSid: string },
): Promise<string[]> {
  const rows = await tx
    .update(images)
    .set({ areaSid: null, ...takenOffBy(userSid) })
    .where(and(eq(images.areaSid, areaSid), sql`${images.sid} <> ${imageSid}`))
    .returning({ sid: images.sid });
  return rows.map(({ sid }) => sid);
}
