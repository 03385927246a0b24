import type { Orientation } from "@precount/domain";
import type { Queryable, Transaction } from "../connect.ts";
import { and, eq, sql } from "../drizzle.ts";
import { imageCrops } from "../schema/crops.ts";

/** All SQL about the crops of results. */

/** The keys of an image's crops in this orientation. */
export async function listCropKeys(db: Queryable, imageSid: string, orientation: Orientation): Promise<Set<string>> {
  const rows = await db
    .select({ key: imageCrops.key })
    .from(imageCrops)
    .where(and(eq(imageCrops.imageSid, imageSid), eq(imageCrops.orientation, orientation)));
  return new Set(rows.map(({ key }) => key));
}

/** Null while the worker has not made it. */
export async function readCrop(
  db: Queryable,
  imageSid: string,
  { key, orientation }: { key: string; orientation: Orientation },
): Promise<Buffer | null> {
  const [row] = await db
    .select({ contents: imageCrops.contents })
    .from(imageCrops)
    .where(and(eq(imageCrops.imageSid, imageSid), eq(imageCrops.key, key), eq(imageCrops.orientation, orientation)));
  return row?.contents ?? null;
}

/**
 * Adds crops and removes those of other orientations and of boxes that no result has any more. Images that were deleted meanwhile are
 * skipped. Two statements.
 * @param keys all that the image has now
 */
export async function replaceCrops(
  tx: Transaction,
  image: { sid: string; orientation: Orientation },
  { keys, added }: { keys: readonly string[]; added: readonly { key: string; contents: Uint8Array }[] },
): Promise<void> {
  await tx.execute(sql`
    delete from ${imageCrops} where image_sid = ${image.sid}
      and (orientation <> ${image.orientation}::orientation or key <> all(${sql.param([...keys])}::text[]))`);
  await addCrops(tx, image, added);
}

/** Adds crops, each key once. An image that was deleted meanwhile is skipped. */
export async function addCrops(
  tx: Transaction,
  image: { sid: string; orientation: Orientation },
  crops: readonly { key: string; contents: Uint8Array }[],
): Promise<void> {
  const added = [...new Map(crops.map((crop) => [crop.key, crop])).values()];
  if (added.length === 0) return;
  const [addedKeys, contents] = [added.map(({ key }) => key), added.map((crop) => Buffer.from(crop.contents))];
  await tx.execute(sql`
    insert into ${imageCrops} (image_sid, key, orientation, contents)
    select i.sid, c.key, ${image.orientation}::orientation, c.contents
    from unnest(${sql.param(addedKeys)}::text[], ${sql.param(contents)}::bytea[]) c (key, contents)
    cross join (select sid from images where sid = ${image.sid} for key share) i
    on conflict (image_sid, key) do update set orientation = excluded.orientation, contents = excluded.contents`);
}
