import type { ReportField, SealStatement, SealedImage } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { desc, eq, inArray, sql } from "../drizzle.ts";
import { images } from "../schema/images.ts";
import { reportSeals, sealKeys } from "../schema/seals.ts";

export type NewSeal = typeof reportSeals.$inferInsert;

/** A stored seal without its list of images. */
export type SealRow = {
  reportSid: string;
  projectSid: string;
  closeCode: string;
  statement: SealStatement;
  hash: Buffer;
  signature: Buffer;
  publicKey: Buffer;
};

const COLUMNS = {
  reportSid: reportSeals.reportSid,
  projectSid: reportSeals.projectSid,
  closeCode: reportSeals.closeCode,
  statement: reportSeals.statement,
  hash: reportSeals.hash,
  signature: reportSeals.signature,
  publicKey: sealKeys.publicKey,
};

const selectSeals = (db: Queryable) =>
  db.select(COLUMNS).from(reportSeals).innerJoin(sealKeys, eq(sealKeys.version, reportSeals.keyVersion));

const version = sql`(${reportSeals.statement} #>> '{report,version}')::int`;

export async function insertSeal(tx: Queryable, seal: NewSeal): Promise<void> {
  await tx.insert(reportSeals).values(seal);
}

export async function findSeal(db: Queryable, reportSid: string): Promise<SealRow | null> {
  return (await selectSeals(db).where(eq(reportSeals.reportSid, reportSid)))[0] ?? null;
}

export async function findSealByCode(db: Queryable, closeCode: string): Promise<SealRow | null> {
  return (await selectSeals(db).where(eq(reportSeals.closeCode, closeCode)))[0] ?? null;
}

/** The seals of an event, newest version first. */
export const listSeals = (db: Queryable, projectSid: string): Promise<SealRow[]> =>
  selectSeals(db).where(eq(reportSeals.projectSid, projectSid)).orderBy(desc(version));

/** Seals of reports with these values in these columns, newest first. Several versions of a report may have the same ones. */
export const findSealsByColumns = (
  db: Queryable,
  columns: Readonly<Partial<Record<ReportField, string>>>,
): Promise<SealRow[]> =>
  selectSeals(db)
    .where(sql`${reportSeals.statement} @> ${JSON.stringify({ digests: { columns } })}::jsonb`)
    .orderBy(desc(sql`${reportSeals.statement} ->> 'completedAt'`))
    .limit(20);

export async function readSealedImages(db: Queryable, reportSid: string): Promise<SealedImage[]> {
  const [row] = await db
    .select({ images: reportSeals.images })
    .from(reportSeals)
    .where(eq(reportSeals.reportSid, reportSid));
  return row?.images ?? [];
}

/** The files of images, in the order of their sids, in one row: thousands of driver rows would block the event loop. */
export async function readImageFiles(db: Queryable, sids: readonly string[]): Promise<SealedImage[]> {
  const file = sql`json_build_object('sid', ${images.sid}, 'name', ${images.name}, 'sha256', ${images.sha256})`;
  const [row] = await db
    .select({ files: sql<SealedImage[]>`coalesce(json_agg(${file} order by ${images.sid}), '[]')` })
    .from(images)
    .where(inArray(images.sid, [...sids]));
  return row?.files ?? [];
}
