import { type AreaHints } from "@precount/domain";
import { and, eq, isNull, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { images } from "../schema/images.ts";

export type ImageRow = typeof images.$inferSelect;

/** The hints in an image to its area: upload field, file name and codes. */
export const toAreaHints = (
  image: Pick<ImageRow, "givenAreaNumber" | "name" | "sheetCodes" | "bareCodes">,
): AreaHints => ({
  fieldNumber: image.givenAreaNumber,
  fileName: image.name,
  codes: { sheet: image.sheetCodes, bare: image.bareCodes },
});

/** Images without an area that no user unlinked, with their hints. */
export async function listUnlinkedImages(
  tx: Queryable,
  projectSid: string,
): Promise<{ sid: string; hints: AreaHints }[]> {
  const { sid, name, givenAreaNumber, sheetCodes, bareCodes } = images;
  const rows = await tx
    .select({ sid, name, givenAreaNumber, sheetCodes, bareCodes })
    .from(images)
    .where(and(eq(images.projectSid, projectSid), mayBeLinkedByRules));
  return rows.map((row) => ({ sid: row.sid, hints: toAreaHints(row) }));
}

/** Rules may link only images that have no area and that no user unlinked. */
const mayBeLinkedByRules = and(isNull(images.areaSid), isNull(images.areaUnlinkedAt));

/** Links images by rule, skipping linked images and those that a user unlinked. Returns the linked sids. One statement. */
export async function linkImages(
  tx: Queryable,
  links: readonly { imageSid: string; areaSid: string }[],
): Promise<string[]> {
  if (links.length === 0) return [];
  const column = (field: "imageSid" | "areaSid") => sql`${sql.param(links.map((link) => link[field]))}::text[]`;
  const { rows } = await tx.execute<{ sid: string }>(sql`
    update ${images} set area_sid = given.area_sid
    from unnest(${column("imageSid")}, ${column("areaSid")}) as given (image_sid, area_sid)
    where ${images.sid} = given.image_sid and ${mayBeLinkedByRules}
    returning ${images.sid}`);
  return rows.map(({ sid }) => sid);
}

/** Links an image as the user chose, overriding rules. Null unlinks it; rules then leave it unlinked. */
export async function linkImageManually(
  tx: Queryable,
  { imageSid, areaSid, userSid }: { imageSid: string; areaSid: string | null; userSid: string },
): Promise<void> {
  await tx
    .update(images)
    .set({ areaSid, ...(areaSid === null ? unlinkedBy(userSid) : { areaUnlinkedAt: null, areaUnlinkedBy: null }) })
    .where(eq(images.sid, imageSid));
}

const unlinkedBy = (userSid: string) => ({ areaUnlinkedAt: sql`now()`, areaUnlinkedBy: userSid });
