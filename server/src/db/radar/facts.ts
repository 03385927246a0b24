import type { CodeTotal } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, eq, sql } from "../drizzle.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { items } from "../schema/items.ts";
import { type PreviousAreas, radarImages, radarStickers } from "../schema/radar.ts";
import { reportRows, reports } from "../schema/reports.ts";

export type RadarArea = {
  sid: string;
  number: number;
  isVoided: boolean;
  images: number;
  stickers: number;
  units: number;
  shelves: number;
  imageSid: string | null;
};

/** The areas of an event in the order of their numbers, with the totals of their photos. One row, because there may be 5,000 areas. */
export async function listRadarAreas(tx: Queryable, projectSid: string): Promise<RadarArea[]> {
  const { rows } = await tx.execute<{ areas: RadarArea[] }>(sql`
    select coalesce(json_agg(json_build_object('sid', a.sid, 'number', a.number, 'isVoided', a.voided_at is not null,
      'images', coalesce(t.images, 0), 'stickers', coalesce(t.stickers, 0), 'units', coalesce(t.units, 0),
      'shelves', coalesce(t.shelves, 0), 'imageSid', t.image_sid) order by a.number), '[]') as areas
    from ${areas} a
    left join (select area_sid, count(*)::int as images, sum(stickers)::int as stickers, sum(units)::int as units,
      sum(shelves)::int as shelves, min(image_sid) as image_sid
      from ${radarImages} where project_sid = ${projectSid} group by area_sid) t on t.area_sid = a.sid
    where a.project_sid = ${projectSid}`);
  return rows[0]?.areas ?? [];
}

/** The sids of areas, by number. */
export async function findAreasByNumber(
  db: Queryable,
  projectSid: string,
  numbers: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .select({ sid: areas.sid, number: areas.number })
    .from(areas)
    .where(and(eq(areas.projectSid, projectSid), sql`${areas.number} = any(${sql.param([...numbers])}::int[])`));
  return new Map(rows.map(({ sid, number }) => [number, sid]));
}

export type RadarImage = { imageSid: string; areaSid: string | null; stickers: number; shelves: number };

export type ImageTotals = { images: RadarImage[]; stickers: number; unread: number };

/** The counted photos of an event, and the number of photos that wait for their first detection. */
export async function readImageTotals(tx: Queryable, projectSid: string): Promise<ImageTotals> {
  const { rows } = await tx.execute<ImageTotals>(sql`
    select coalesce(json_agg(json_build_object('imageSid', image_sid, 'areaSid', area_sid, 'stickers', stickers,
        'shelves', shelves)), '[]') as images, coalesce(sum(stickers), 0)::int as stickers,
      (select count(*)::int from ${images} i where i.project_sid = ${projectSid} and i.status = 'uploaded') as unread
    from ${radarImages} where project_sid = ${projectSid}`);
  return rows[0] ?? { images: [], stickers: 0, unread: 0 };
}

/** The latest report of an event; null without one. */
export async function findLatestReport(tx: Queryable, projectSid: string): Promise<string | null> {
  const [row] = await tx
    .select({ sid: reports.sid })
    .from(reports)
    .where(eq(reports.projectSid, projectSid))
    .orderBy(sql`${reports.version} desc`)
    .limit(1);
  return row?.sid ?? null;
}

const units = sql`sum(case when ${reportRows.quantity} ~ '^[0-9]{1,9}$' then ${reportRows.quantity}::bigint else 0 end)`;

/** Units by code in a report; of all codes, or of these. */
export async function readReportUnits(
  tx: Queryable,
  reportSid: string,
  codes: readonly string[] | null,
): Promise<Map<string, number>> {
  const rows = await tx
    .select({ code: reportRows.code, units: sql<number>`${units}::float8` })
    .from(reportRows)
    .where(
      and(
        eq(reportRows.reportSid, reportSid),
        codes ? sql`${reportRows.code} = any(${sql.param([...codes])}::text[])` : undefined,
      ),
    )
    .groupBy(reportRows.code);
  return new Map(rows.map(({ code, units }) => [code, units]));
}

export async function readReportAreas(tx: Queryable, reportSid: string): Promise<PreviousAreas> {
  const rows = await tx
    .select({
      area: reportRows.areaCode,
      stickers: sql<number>`count(*)::int`,
      units: sql<number>`${units}::float8`,
    })
    .from(reportRows)
    .where(and(eq(reportRows.reportSid, reportSid), sql`${reportRows.areaCode} <> ''`))
    .groupBy(reportRows.areaCode);
  return Object.fromEntries(rows.map(({ area, ...totals }) => [area, totals]));
}

export type CodeTotalRow = CodeTotal & { code: string };

/** The totals of every counted code, and of the items with an expected quantity. One row, because there may be 100,000 codes. */
export async function listCodeTotals(
  tx: Queryable,
  projectSid: string,
  versionSid: string | null,
): Promise<CodeTotalRow[]> {
  const { rows } = await tx.execute<{ totals: CodeTotalRow[] }>(sql`
    select coalesce(json_agg(json_build_object('code', coalesce(c.code, i.code), 'counted', coalesce(c.counted, 0),
      'stickers', coalesce(c.stickers, 0), 'expected', i.expected_quantity, 'last', i.last_quantity,
      'unitPrice', i.unit_price::float8)), '[]') as totals
    from (select code, sum(quantity)::float8 as counted, count(*)::int as stickers from ${radarStickers}
      where project_sid = ${projectSid} and not is_linked group by code) c
    full join (select * from ${items} where version_sid = ${versionSid}
      and (expected_quantity > 0 or code in (select code from ${radarStickers} where project_sid = ${projectSid}))) i
      on i.code = c.code`);
  return rows[0]?.totals ?? [];
}

export type StoredSticker = {
  code: string;
  imageSid: string;
  position: number;
  areaSid: string | null;
  quantity: number | null;
};

/** The stickers of codes. */
export async function listStickersOf(
  tx: Queryable,
  projectSid: string,
  codes: readonly string[],
): Promise<StoredSticker[]> {
  const { rows } = await tx.execute<{ stickers: StoredSticker[] }>(sql`
    select coalesce(json_agg(json_build_object('code', code, 'imageSid', image_sid, 'position', position, 'areaSid', area_sid,
      'quantity', quantity) order by image_sid, position), '[]') as stickers
    from ${radarStickers} where project_sid = ${projectSid} and not is_linked and code = any(${sql.param([...codes])}::text[])`);
  return rows[0]?.stickers ?? [];
}

/** The expected and counted quantities of listed codes. */
export async function listSimilarItems(
  tx: Queryable,
  { projectSid, versionSid, codes }: { projectSid: string; versionSid: string; codes: readonly string[] },
): Promise<{ code: string; expected: number; counted: number }[]> {
  const { rows } = await tx.execute<{ code: string; expected: number; counted: number }>(sql`
    select i.code, coalesce(i.expected_quantity, 0) as expected,
      coalesce((select sum(s.quantity) from ${radarStickers} s where s.project_sid = ${projectSid} and s.code = i.code and not s.is_linked), 0)::float8
        as counted
    from ${items} i where i.version_sid = ${versionSid} and i.code = any(${sql.param([...codes])}::text[])
      and i.expected_quantity > 0`);
  return rows;
}
