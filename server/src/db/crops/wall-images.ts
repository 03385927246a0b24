import { type ModelStatus, type Result, applyPatches } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, asc, eq, gt, ne, sql } from "../drizzle.ts";
import { appliedPatches } from "../detections/patches.ts";
import { representativeDetection } from "../detections/representative-detection.ts";
import { EFFECTIVE_STATUS } from "../models/read.ts";
import { areas } from "../schema/areas.ts";
import { imageDetections } from "../schema/detections.ts";
import { type ImageRow } from "../images/read.ts";
import { images } from "../schema/images.ts";
import { models } from "../schema/models.ts";
import { users } from "../schema/users.ts";

/** An image of the crop wall with its representative detection. */
export type WallImageRow = {
  image: ImageRow;
  area: string | null;
  validator: string | null;
  model: { name: string; status: ModelStatus };
  detection: Pick<typeof imageDetections.$inferSelect, "sid" | "revision" | "status">;
  /** Computes the results. */
  results: () => Result[];
};

type Asked = { after: string; limit: number } | { sids: readonly string[] };

/** Images of an event that have a detection and are not rejected, by sid: a page, or those named. One statement. */
export async function listWallImages(db: Queryable, projectSid: string, asked: Asked): Promise<WallImageRow[]> {
  const representative = representativeDetection(db);
  const log = appliedPatches(db, sql`${representative.sid}`);
  const isAsked =
    "sids" in asked ? sql`${images.sid} = any(${sql.param([...asked.sids])}::text[])` : gt(images.sid, asked.after);
  const rows = await db
    .select({
      image: images,
      area: areas.number,
      validator: users.name,
      model: { name: models.name, status: EFFECTIVE_STATUS },
      row: imageDetections,
      patches: log.patches,
    })
    .from(images)
    .innerJoinLateral(representative, sql`true`)
    .innerJoin(imageDetections, eq(imageDetections.sid, representative.sid))
    .innerJoin(models, eq(models.sid, imageDetections.modelSid))
    .leftJoin(areas, eq(areas.sid, images.areaSid))
    .leftJoin(users, eq(users.sid, imageDetections.validatedBy))
    .leftJoinLateral(log, sql`true`)
    .where(and(eq(images.projectSid, projectSid), ne(images.status, "rejected"), isAsked))
    .orderBy(asc(images.sid))
    .limit("limit" in asked ? asked.limit : asked.sids.length);
  return rows.map(({ image, area, validator, model, row, patches }) => ({
    image,
    area: area === null ? null : String(area),
    validator,
    model,
    detection: row,
    results: () => applyPatches(row.predictions, patches ?? [], row.itemCodes),
  }));
}
