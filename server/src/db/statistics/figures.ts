import { type Correction, type DoubtShare, HIDDEN_MODEL_NAME, type PersonThroughput } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { type SQL, sql } from "../drizzle.ts";
import { EFFECTIVE_STATUS } from "../models/read.ts";
import { naturalOrder } from "../natural-order.ts";
import { areas } from "../schema/areas.ts";
import { detectionPatches, imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";
import { models } from "../schema/models.ts";
import { users } from "../schema/users.ts";

/** The live detections of an event with their stored counts; the JSON of the results is not read. */
const liveDetections = (projectSid: string): SQL => sql`
  select d.sid, d.model_sid, i.area_sid, d.inferred_at, d.sticker_predictions_count as stickers,
    d.sticker_predictions_count - d.valid_sticker_predictions_count as doubtful, d.patched_stickers_count as corrected
  from ${imageDetections} d join ${images} i on i.sid = d.image_sid
  where i.project_sid = ${projectSid} and d.status <> 'discarded'`;

const sums = sql`sum(l.stickers)::int as stickers, sum(l.doubtful)::int as doubtful, sum(l.corrected)::int as corrected`;

export type Shares = { byModel: DoubtShare[]; byArea: DoubtShare[]; byHour: DoubtShare[] };

/** @param limits the number of areas and hours. `showsPreviews`: whether models in preview are named (PD-64) */
export async function readDoubtShares(
  db: Queryable,
  projectSid: string,
  { showsPreviews, ...limits }: { areas: number; hours: number; showsPreviews: boolean },
): Promise<Shares> {
  const model = showsPreviews
    ? sql`${models.title}`
    : sql`case when ${EFFECTIVE_STATUS} = 'preview' then ${HIDDEN_MODEL_NAME}::text else ${models.title} end`;
  const { rows } = await db.execute<Shares>(sql`
    with l as materialized (${liveDetections(projectSid)})
    select
      (select coalesce(json_agg(m order by m.name), '[]') from (
        select ${model} as name, ${sums} from l join ${models} on ${models.sid} = l.model_sid group by 1) m) as "byModel",
      (select coalesce(json_agg(a), '[]') from (select * from (
        select coalesce(${areas.number}::text, '') as name, ${sums} from l left join ${areas} on ${areas.sid} = l.area_sid group by 1
        order by sum(l.corrected) desc, sum(l.doubtful) desc limit ${limits.areas}) t order by (t.name = ''), ${naturalOrder(sql`t.name`)}) a) as "byArea",
      (select coalesce(json_agg(h order by h.name), '[]') from (
        select to_char(date_trunc('hour', l.inferred_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as name, ${sums}
        from l group by 1 order by 1 desc limit ${limits.hours}) h) as "byHour"`);
  return rows[0] ?? { byModel: [], byArea: [], byHour: [] };
}

/** Codes and quantities of predicted stickers that a person replaced, each with its last value. */
export async function listCorrections(db: Queryable, projectSid: string): Promise<Correction[]> {
  const field = sql`split_part(l.patch ->> 'path', '/', 3)`;
  const index = sql`split_part(l.patch ->> 'path', '/', 2)::int`;
  const { rows } = await db.execute<{ corrections: Correction[] }>(sql`
    select coalesce(json_agg(json_build_object('read', c.read, 'correct', c.correct)), '[]') as corrections from (
      select distinct on (l.detection_sid, l.patch ->> 'path')
        d.predictions -> ${index} -> ${field} ->> 'value' as read, l.patch ->> 'value' as correct
      from ${detectionPatches} l
      join ${imageDetections} d on d.sid = l.detection_sid and d.status <> 'discarded'
      join ${images} i on i.sid = d.image_sid
      where i.project_sid = ${projectSid} and l.removed_revision is null and l.patch ->> 'op' = 'replace'
        and l.patch ->> 'path' ~ '^/[0-9]+/(code|quantity)/value$'
      order by l.detection_sid, l.patch ->> 'path', l.revision desc, l.position desc) c
    where c.read <> c.correct`);
  return rows[0]?.corrections ?? [];
}

/** The approvals and edits of each person in an event. */
export async function listThroughput(db: Queryable, projectSid: string): Promise<PersonThroughput[]> {
  const { rows } = await db.execute<PersonThroughput>(sql`
    with act as (
      select d.validated_by as user_sid, d.validated_at as at, 1 as approved, 0 as edits
      from ${imageDetections} d join ${images} i on i.sid = d.image_sid
      where i.project_sid = ${projectSid} and d.status in ('validated', 'selected')
      union all
      select l.created_by, l.created_at, 0, 1
      from ${detectionPatches} l join ${imageDetections} d on d.sid = l.detection_sid join ${images} i on i.sid = d.image_sid
      where i.project_sid = ${projectSid})
    select ${users.name} as name, sum(approved)::int as approved, sum(edits)::int as edits,
      count(distinct date_trunc('hour', at))::int as "activeHours"
    from act join ${users} on ${users.sid} = act.user_sid
    group by ${users.sid}, ${users.name} order by 2 desc, 3 desc, 1`);
  return rows;
}
