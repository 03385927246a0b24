import type { Queryable } from "../connect.ts";
import { and, eq, sql } from "../drizzle.ts";
import { blindChecks, blindCorrections, blindCounts, blindDetections } from "../schema/blind-counts.ts";
import { detectionPatches, imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";

/** A detection whose rows are in the report if the event is completed now. */
export type CountedDetection = {
  imageSid: string;
  detectionSid: string;
  revision: number;
  modelSid: string;
  validatedBy: string;
};

/** The detection of each image that the report uses: the selected one, else the newest validated (PD-24). One row of JSON for speed. */
export async function readReportDetections(tx: Queryable, imageSids: readonly string[]): Promise<CountedDetection[]> {
  const { rows } = await tx.execute<{ detections: CountedDetection[] }>(sql`
    select coalesce(json_agg(json_build_object('imageSid', i.sid, 'detectionSid', d.sid, 'revision', d.revision,
      'modelSid', d.model_sid, 'validatedBy', d.validated_by)), '[]') as detections
    from ${images} i cross join lateral (select * from ${imageDetections} d where d.image_sid = i.sid
      and d.status in ('selected', 'validated') order by d.status = 'selected' desc, d.validated_at desc limit 1) d
    where i.sid = any(${sql.param([...imageSids])}::text[])`);
  return rows[0]?.detections ?? [];
}

/** The revision up to which a detection is in the population, and its results that were left out as linked ones (PD-93). */
export type KnownDetection = Omit<typeof blindDetections.$inferSelect, "countSid">;

export async function readKnownDetections(tx: Queryable, countSid: string): Promise<Map<string, KnownDetection>> {
  const { detectionSid, revision, linked } = blindDetections;
  const rows = await tx
    .select({ detectionSid, revision, linked })
    .from(blindDetections)
    .where(eq(blindDetections.countSid, countSid));
  return new Map(rows.map((row) => [row.detectionSid, row]));
}

export async function setKnownDetections(
  tx: Queryable,
  countSid: string,
  known: readonly KnownDetection[],
): Promise<void> {
  if (known.length === 0) return;
  await tx
    .insert(blindDetections)
    .values(known.map(({ detectionSid, revision, linked }) => ({ countSid, detectionSid, revision, linked })))
    .onConflictDoUpdate({
      target: [blindDetections.countSid, blindDetections.detectionSid],
      set: { revision: sql`excluded.revision`, linked: sql`excluded.linked` },
    });
}

export async function setPopulationState(tx: Queryable, countSid: string, populationState: string): Promise<void> {
  await tx.update(blindCounts).set({ populationState }).where(eq(blindCounts.sid, countSid));
}

export type KnownRow = { position: number | null; code: string; quantity: string };

/** The rows of detections that are in the population already or were corrected by a third look, and the marker of their photo. */
export async function readKnownRows(
  tx: Queryable,
  countSid: string,
  detectionSids: readonly string[],
): Promise<Map<string, KnownRow[]>> {
  const known = sql.param([...detectionSids]);
  const { rows } = await tx.execute<KnownRow & { detectionSid: string }>(sql`
    select detection_sid as "detectionSid", position, code, quantity from ${blindChecks}
      where count_sid = ${countSid} and detection_sid = any(${known}::text[])
    union all select detection_sid, position, code, quantity from ${blindCorrections}
      where count_sid = ${countSid} and detection_sid = any(${known}::text[])`);
  return Map.groupBy(rows, ({ detectionSid }) => detectionSid);
}

/** Authors of edits, by detection. */
export async function readEditors(tx: Queryable, detectionSids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectDistinct({ detectionSid: detectionPatches.detectionSid, userSid: detectionPatches.createdBy })
    .from(detectionPatches)
    .where(sql`${detectionPatches.detectionSid} = any(${sql.param([...detectionSids])}::text[])`);
  const byDetection = Map.groupBy(rows, ({ detectionSid }) => detectionSid);
  return new Map([...byDetection].map(([sid, editors]) => [sid, editors.map(({ userSid }) => userSid)]));
}

export type NewCheck = Pick<
  typeof blindChecks.$inferInsert,
  | "sid"
  | "countSid"
  | "imageSid"
  | "detectionSid"
  | "position"
  | "stratum"
  | "key"
  | "code"
  | "quantity"
  | "units"
  | "validatedBy"
  | "excluded"
  | "modelSid"
>;

/** Rows in a statement. A row has 13 parameters, and a statement at most 65,535. */
const BATCH = 4000;

export async function insertChecks(tx: Queryable, rows: readonly NewCheck[]): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH) await tx.insert(blindChecks).values(rows.slice(at, at + BATCH));
}

export async function insertCorrections(
  tx: Queryable,
  rows: readonly (typeof blindCorrections.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(blindCorrections).values([...rows]);
}

/** Advances the revision of a detection, if nothing else changed it since it was last compared. */
export async function advanceKnownRevision(
  tx: Queryable,
  { countSid, detectionSid, from, to }: { countSid: string; detectionSid: string; from: number; to: number },
): Promise<void> {
  await tx
    .update(blindDetections)
    .set({ revision: to })
    .where(
      and(
        eq(blindDetections.countSid, countSid),
        eq(blindDetections.detectionSid, detectionSid),
        eq(blindDetections.revision, from),
      ),
    );
}
