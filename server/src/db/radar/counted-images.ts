import type { ItemCodes, Patch, PhotoOfEvent, Prediction, Rect, Result } from "@precount/domain";
import { applyPatches } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, eq, sql } from "../drizzle.ts";
import { appliedPatches } from "../detections/patches.ts";
import { representativeDetection } from "../detections/representative-detection.ts";
import { areas } from "../schema/areas.ts";
import { imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";
import { radarImages, radarStickers } from "../schema/radar.ts";

const anyOf = (sids: readonly string[]) => sql`any(${sql.param([...sids])}::text[])`;

/** The photos that changes affect: the images, those of the areas, and those of the images' areas. All photos of the event for `null`. */
export async function listAffectedPhotos(
  tx: Queryable,
  projectSid: string,
  affected: { imageSids: readonly string[]; areaSids: readonly string[] } | null,
): Promise<PhotoOfEvent[]> {
  const areasOfImages = sql`select ${images.areaSid} from ${images} where ${images.sid} = ${anyOf(affected?.imageSids ?? [])}`;
  const isAffected = affected
    ? sql`(${images.sid} = ${anyOf(affected.imageSids)} or ${images.areaSid} = any(${sql.param([...affected.areaSids])}::text[] || array(${areasOfImages})))`
    : undefined;
  return tx
    .select({
      sid: images.sid,
      areaSid: images.areaSid,
      status: images.status,
      createdAt: images.createdAt,
      countsToo: images.countsToo,
      isAreaVoided: sql<boolean>`${areas.voidedAt} is not null`,
    })
    .from(images)
    .leftJoin(areas, eq(areas.sid, images.areaSid))
    .where(and(eq(images.projectSid, projectSid), isAffected));
}

/** For each image with a detection, a function that computes the results of its representative detection. One statement. */
export async function readCurrentResults(
  tx: Queryable,
  imageSids: readonly string[],
): Promise<Map<string, () => Result[]>> {
  const representative = representativeDetection(tx);
  const log = appliedPatches(tx, sql`${representative.sid}`);
  const rows = await tx
    .select({
      sid: images.sid,
      predictions: imageDetections.predictions,
      itemCodes: imageDetections.itemCodes,
      patches: log.patches,
    })
    .from(images)
    .innerJoinLateral(representative, sql`true`)
    .innerJoin(imageDetections, eq(imageDetections.sid, representative.sid))
    .leftJoinLateral(log, sql`true`)
    .where(sql`${images.sid} = ${anyOf(imageSids)}`);
  return new Map(rows.map((row) => [row.sid, () => resultsOf(row)]));
}

const resultsOf = (row: { predictions: Prediction[]; patches: Patch[] | null; itemCodes: ItemCodes | null }) =>
  applyPatches(row.predictions, row.patches ?? [], row.itemCodes);

type CountedSticker = { position: number; code: string; quantity: number | null; rect: Rect };
export type CountedImage = { imageSid: string; areaSid: string | null; shelves: number; stickers: CountedSticker[] };

/** The codes that these images were counted with. */
export async function listStoredCodes(tx: Queryable, imageSids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ code: radarStickers.code })
    .from(radarStickers)
    .where(sql`${radarStickers.imageSid} = ${anyOf(imageSids)}`);
  return rows.map(({ code }) => code);
}

/** Replaces what is stored about images; those that do not count any more are removed. */
export async function removeCountedImages(tx: Queryable, imageSids: readonly string[]): Promise<void> {
  await tx.delete(radarImages).where(sql`${radarImages.imageSid} = ${anyOf(imageSids)}`);
}

export async function insertCountedImages(
  tx: Queryable,
  projectSid: string,
  counted: readonly CountedImage[],
): Promise<void> {
  if (counted.length === 0) return;
  const units = ({ stickers }: CountedImage): number =>
    stickers.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  await tx.insert(radarImages).values(
    counted.map((image) => ({
      imageSid: image.imageSid,
      projectSid,
      areaSid: image.areaSid,
      stickers: image.stickers.length,
      units: units(image),
      shelves: image.shelves,
    })),
  );
  const rows = counted.flatMap(({ imageSid, areaSid, stickers }) =>
    stickers.map((sticker) => ({ imageSid, areaSid, ...sticker })),
  );
  await tx.execute(sql`
    insert into ${radarStickers} (project_sid, image_sid, area_sid, position, code, quantity, rect)
    select ${projectSid}::text, image_sid, area_sid, position, code, quantity, rect
    from unnest(${sql.param(rows.map((row) => row.imageSid))}::text[], ${sql.param(rows.map((row) => row.areaSid))}::text[],
      ${sql.param(rows.map((row) => row.position))}::int[], ${sql.param(rows.map((row) => row.code))}::text[],
      ${sql.param(rows.map((row) => row.quantity))}::int[],
      ${sql.param(rows.map((row) => JSON.stringify(row.rect)))}::jsonb[])
      as given (image_sid, area_sid, position, code, quantity, rect)`);
}
