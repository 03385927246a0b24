import type { PairStatus, Rect } from "@precount/domain";
import { clampPage } from "@precount/domain";
import { isExcludedImage } from "../areas/current-image.ts";
import type { Queryable } from "../connect.ts";
import { type SQL, sql } from "../drizzle.ts";

/** A sticker of a pair, with its current readings. */
type SideOfPair = { index: number; rect: Rect; code: string; quantity: string };

export type ListedPair = {
  sid: string;
  status: PairStatus;
  certainty: number;
  /** The name of the user who decided; null while suspected, and for a pair that the event's setting merged. */
  decidedBy: string | null;
  decidedAt: string | null;
  a: SideOfPair;
  b: SideOfPair;
};

export type PhotoPairRow = { imageA: string; imageB: string; homography: number[]; pairs: ListedPair[] };

/**
 * The pairs that matter: both stickers exist in the representative detections, and neither image is rejected, left out of its area's
 * count (PD-67) or in a voided area.
 */
const shownPairs = (projectSid: string): SQL => sql`
  sticker_pairs p
  join image_stickers a on a.image_sid = p.image_a and a.position = p.position_a and a.detection_sid = p.detection_a
  join image_stickers b on b.image_sid = p.image_b and b.position = p.position_b and b.detection_sid = p.detection_b
  join images ia on ia.sid = p.image_a and ia.status <> 'rejected' and not ${isExcludedImage("ia")}
  join images ib on ib.sid = p.image_b and ib.status <> 'rejected' and not ${isExcludedImage("ib")}
  where p.project_sid = ${projectSid}
    and not exists (select from areas where areas.sid in (ia.area_sid, ib.area_sid) and areas.voided_at is not null)`;

/** @param name the alias of image_stickers */
const side = (name: "a" | "b"): SQL =>
  sql.raw(
    `json_build_object('index', ${name}.position, 'rect', ${name}.rect, 'code', ${name}.code, 'quantity', ${name}.quantity)`,
  );

export type PairCounts = Record<PairStatus, number>;

export async function countPairs(db: Queryable, projectSid: string): Promise<PairCounts> {
  const { rows } = await db.execute<{ status: PairStatus; count: number }>(sql`
    select p.status, count(*)::int as count from ${shownPairs(projectSid)} group by p.status`);
  const counts = { suspected: 0, same: 0, two: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}

/**
 * One page of pairs of photos that have pairs of stickers with a status: the photos of the pair `first`, then those with the most certain
 * pairs.
 */
export async function listPhotoPairs(
  db: Queryable,
  projectSid: string,
  {
    status,
    first = "",
    page,
    pageSize,
  }: { status: PairStatus; first?: string | undefined; page: number; pageSize: number },
): Promise<{ items: PhotoPairRow[]; total: number; page: number }> {
  const { rows: counted } = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (
      select 1 from ${shownPairs(projectSid)} and p.status = ${status}::pair_status group by p.image_a, p.image_b) pairs`);
  const total = counted[0]?.total ?? 0;
  const shown = clampPage(page, pageSize, total);
  const pair = sql`json_build_object('sid', p.sid, 'status', p.status, 'certainty', p.certainty, 'decidedBy', u.name,
    'decidedAt', p.decided_at, 'a', ${side("a")}, 'b', ${side("b")})`;
  const { rows } = await db.execute<PhotoPairRow>(sql`
    with shown as (select p.*, a.rect as rect_a from ${shownPairs(projectSid)} and p.status = ${status}::pair_status),
    photos as (
      select image_a, image_b, max(certainty) as certainty, bool_or(sid = ${first}) as is_first from shown group by image_a, image_b
      order by bool_or(sid = ${first}) desc, max(certainty) desc, image_a, image_b limit ${pageSize} offset ${(shown - 1) * pageSize})
    select p.image_a as "imageA", p.image_b as "imageB",
      (json_agg(p.homography order by p.sid) -> 0) as homography,
      json_agg(${pair} order by (a.rect ->> 'y')::float, (a.rect ->> 'x')::float) as pairs
    from photos
    join sticker_pairs p on p.image_a = photos.image_a and p.image_b = photos.image_b and p.status = ${status}::pair_status
    join image_stickers a on a.image_sid = p.image_a and a.position = p.position_a and a.detection_sid = p.detection_a
    join image_stickers b on b.image_sid = p.image_b and b.position = p.position_b and b.detection_sid = p.detection_b
    left join users u on u.sid = p.decided_by
    group by p.image_a, p.image_b, photos.certainty, photos.is_first
    order by photos.is_first desc, photos.certainty desc, p.image_a, p.image_b`);
  return { items: rows, total, page: shown };
}

export type ConnectedPair = {
  sid: string;
  status: PairStatus;
  certainty: number;
  imageA: string;
  positionA: number;
  imageB: string;
  positionB: number;
};

/** The pairs of an image, and those that lead on from its merged stickers to further images. */
export async function listConnectedPairs(
  db: Queryable,
  projectSid: string,
  imageSid: string,
): Promise<ConnectedPair[]> {
  const { rows } = await db.execute<ConnectedPair>(sql`
    with recursive shown as (
      select p.sid, p.status, p.certainty, p.image_a as "imageA", p.position_a as "positionA",
        p.image_b as "imageB", p.position_b as "positionB"
      from ${shownPairs(projectSid)}),
    reached(image_sid, position) as (
      select image_sid, position from image_stickers where image_sid = ${imageSid}
      union
      select case when s."imageA" = r.image_sid and s."positionA" = r.position then s."imageB" else s."imageA" end,
        case when s."imageA" = r.image_sid and s."positionA" = r.position then s."positionB" else s."positionA" end
      from reached r join shown s on s.status = 'same'
        and ((s."imageA" = r.image_sid and s."positionA" = r.position) or (s."imageB" = r.image_sid and s."positionB" = r.position)))
    select distinct s.* from shown s join reached r
      on (s."imageA" = r.image_sid and s."positionA" = r.position) or (s."imageB" = r.image_sid and s."positionB" = r.position)`);
  return rows;
}
