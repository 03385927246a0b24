import {
  type FiguredImage,
  type ItemCodes,
  type Patch,
  type PhotoOfEvent,
  type Prediction,
  type ReportImage,
  type Result,
  applyPatches,
} from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { type SQL, sql } from "../drizzle.ts";
import { imageDetections, detectionPatches } from "../schema/detections.ts";
import { imageStates } from "../schema/history.ts";
import { images } from "../schema/images.ts";

/** The last state of each image of an event at a moment: one probe of an index per image. */
const statesAt = (projectSid: string, at: Date): SQL => sql`
  select s.* from ${images} of_event cross join lateral (
    select * from ${imageStates} last where last.image_sid = of_event.sid and last.at <= ${at.toISOString()}::timestamptz
    order by last.id desc limit 1) s
  where of_event.project_sid = ${projectSid}`;

/** When the history of an event's images begins, rounded up to milliseconds; null without images. */
export async function findFirstMoment(db: Queryable, projectSid: string): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select date_trunc('milliseconds', min(s.at)) + interval '1 millisecond' as at from ${imageStates} s where s.project_sid = ${projectSid}`,
  );
  const at = rows[0]?.at;
  return at ? new Date(at) : null;
}

/** An image at a moment, with what decides whether its stickers count. */
export type MomentPhoto = Omit<ReportImage, "results"> & PhotoOfEvent & FiguredImage & { detectionSid: string | null };

export async function readPhotosAt(db: Queryable, projectSid: string, at: Date): Promise<MomentPhoto[]> {
  // An area is its number here: an area that was deleted and created again is the same place.
  const { rows } = await db.execute<{ photos: MomentPhoto[] }>(sql`
    select coalesce(json_agg(json_build_object('sid', i.sid, 'name', i.name, 'areaCode', s.area_number::text,
      'areaSid', s.area_number::text, 'isAreaVoided', s.area_voided, 'bayCode', i.bay_code, 'shelfCode', i.shelf_code, 'status', s.status,
      'createdAt', i.created_at, 'countsToo', s.counts_too, 'detectionSid', s.detection_sid,
      'stickers', s.stickers, 'validStickers', s.valid_stickers)), '[]') as photos
    from (${statesAt(projectSid, at)}) s join ${images} i on i.sid = s.image_sid`);
  return rows[0]?.photos ?? [];
}

const isBetween = (column: SQL, { from, to }: { from: Date; to: Date }): SQL =>
  sql`(${column} > ${from.toISOString()}::timestamptz and ${column} <= ${to.toISOString()}::timestamptz)`;

/**
 * The images of which something changed after one moment and until another: their state or a value. A third look of a blind count corrects
 * values of an image that stays approved.
 */
export async function listChangedImages(
  db: Queryable,
  projectSid: string,
  moments: { from: Date; to: Date },
): Promise<Set<string>> {
  const { rows } = await db.execute<{ sid: string }>(sql`
    select s.image_sid as sid from ${imageStates} s where s.project_sid = ${projectSid} and ${isBetween(sql`s.at`, moments)}
    union
    select i.sid from ${images} i join ${imageDetections} d on d.image_sid = i.sid join ${detectionPatches} l on l.detection_sid = d.sid
    where i.project_sid = ${projectSid} and (${isBetween(sql`l.created_at`, moments)} or ${isBetween(sql`l.removed_at`, moments)})`);
  return new Set(rows.map(({ sid }) => sid));
}

/**
 * The length of each detection's log at a moment, as text: the number of patches and of undone ones. A log only grows, so equal texts mean
 * equal results. Rotations move boxes and change no value.
 */
export async function readLogLengthsAt(
  db: Queryable,
  detectionSids: readonly string[],
  at: Date,
): Promise<Map<string, string>> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ sid: string; length: string }>(sql`
    select l.detection_sid as sid, count(*) || ' ' || count(*) filter (where l.removed_at <= ${moment}) as length from ${detectionPatches} l
    where l.detection_sid = any(${sql.param([...detectionSids])}::text[]) and l.created_at <= ${moment} group by l.detection_sid`);
  return new Map(rows.map(({ sid, length }) => [sid, length]));
}

type LogRow = { sid: string; predictions: Prediction[]; itemCodes: ItemCodes | null; patches: Patch[] | null };

/** The results of detections at a moment, from the patches that applied then. */
export async function readResultsAt(
  db: Queryable,
  detectionSids: readonly string[],
  at: Date,
): Promise<Map<string, Result[]>> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await db.execute<LogRow>(sql`
    select d.sid, d.predictions, d.item_codes as "itemCodes", (select json_agg(l.patch order by l.revision, l.position) from ${detectionPatches} l
      where l.detection_sid = d.sid and l.created_at <= ${moment}
        and (l.removed_revision is null or l.removed_at > ${moment})) as patches
    from ${imageDetections} d where d.sid = any(${sql.param([...detectionSids])}::text[])`);
  return new Map(
    rows.map(({ sid, predictions, itemCodes, patches }) => [sid, applyPatches(predictions, patches ?? [], itemCodes)]),
  );
}
