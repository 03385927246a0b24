import {
  type CodeUnits,
  type CountedSticker,
  type PairRef,
  type PhotoOfEvent,
  type Recount,
  type ReportImage,
  compareResults,
  countedStickers,
  recountPhotos,
  recountState,
  recountStickers,
} from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { asc, desc, eq, sql } from "../drizzle.ts";
import { listPairsWithStatus, toPairRef } from "../duplicates/pairs.ts";
import { readCurrentResults } from "../radar/counted-images.ts";
import { areaRecounts, areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { users } from "../schema/users.ts";

/** The newest request of each area. */
const selectNewest = (db: Queryable, projectSid: string) =>
  db
    .selectDistinctOn([areaRecounts.areaSid], {
      sid: areaRecounts.sid,
      areaSid: areas.sid,
      number: areas.number,
      isVoided: sql<boolean>`${areas.voidedAt} is not null`,
      imageSids: areaRecounts.imageSids,
      reason: areaRecounts.reason,
      createdAt: areaRecounts.createdAt,
      createdBy: users.name,
    })
    .from(areaRecounts)
    .innerJoin(areas, eq(areas.sid, areaRecounts.areaSid))
    .innerJoin(users, eq(users.sid, areaRecounts.createdBy))
    .where(eq(areaRecounts.projectSid, projectSid))
    .orderBy(asc(areaRecounts.areaSid), desc(areaRecounts.createdAt));
type RecountRow = Awaited<ReturnType<ReturnType<typeof selectNewest>["execute"]>>[number];

type Photo = PhotoOfEvent & Omit<ReportImage, "results" | "linked"> & { stickers: CountedSticker[] };

/** The photos of these areas, with their counted stickers. Recounts concern few photos, so they are compared in memory. */
async function readPhotos(db: Queryable, areaSids: readonly string[], firstSids: readonly string[]): Promise<Photo[]> {
  const { sid, areaSid, status, createdAt, countsToo, name, bayCode, shelfCode } = images;
  const isAreaVoided = sql<boolean>`${areas.voidedAt} is not null`;
  const areaCode = sql<string | null>`${areas.number}::text`;
  const rows = await db
    .select({ sid, areaSid, status, createdAt, countsToo, isAreaVoided, name, bayCode, shelfCode, areaCode })
    .from(images)
    .leftJoin(areas, eq(areas.sid, areaSid))
    .where(
      sql`${areaSid} = any(${sql.param([...areaSids])}::text[]) or ${sid} = any(${sql.param([...firstSids])}::text[])`,
    );
  const results = await readCurrentResults(
    db,
    rows.map((row) => row.sid),
  );
  return rows.map((row) => Object.assign(row, { stickers: countedStickers(results.get(row.sid)?.() ?? []) }));
}

/** The recounts of an event by area number, each with both results. Four statements. */
export async function listRecounts(db: Queryable, projectSid: string): Promise<Recount[]> {
  const rows = await selectNewest(db, projectSid);
  if (rows.length === 0) return [];
  const photos = await readPhotos(
    db,
    rows.map(({ areaSid }) => areaSid),
    rows.flatMap(({ imageSids }) => imageSids),
  );
  const pairs = (await listPairsWithStatus(db, projectSid, "same")).map(toPairRef);
  return rows.toSorted((a, b) => a.number - b.number).map((row) => toRecount(row, photos, pairs));
}

function toRecount(row: RecountRow, photos: readonly Photo[], pairs: readonly PairRef[]): Recount {
  const { first, second } = recountPhotos(row, photos);
  const [before, now] = [recountStickers(first, pairs), recountStickers(second, pairs)];
  const rejected = photos.filter(({ sid }) => row.imageSids.includes(sid));
  return {
    sid: row.sid,
    area: { sid: row.areaSid, name: String(row.number) },
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    state: recountState(
      rejected.map(({ status }) => status),
      second.map(({ status }) => status),
      row,
    ),
    first: summarize(first, before),
    second: second.length === 0 ? null : summarize(second, now),
    lines:
      second.length === 0 ? [] : compareResults(codesOf(before), codesOf(now)).filter((line) => line.difference !== 0),
  };
}

const codesOf = (stickers: readonly CountedSticker[]): CodeUnits[] =>
  stickers.map(([, code, units]) => ({ code, units }));

function summarize(photos: readonly Photo[], stickers: readonly CountedSticker[]): Recount["first"] {
  return {
    units: stickers.reduce((sum, [, , units]) => sum + units, 0),
    stickers: stickers.length,
    imageSids: photos.map(({ sid }) => sid),
  };
}
