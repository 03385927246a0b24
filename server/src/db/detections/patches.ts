import { type Patch } from "@precount/domain";
import { type SQL, and, eq, inArray, isNull, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { detectionPatches } from "../schema/detections.ts";

export interface NewPatches {
  detectionSid: string;
  /** The revision that the patches create. */
  revision: number;
  patches: readonly Patch[];
  key: string | null;
  userSid: string;
}

export async function insertPatches(tx: Queryable, made: NewPatches): Promise<void> {
  if (made.patches.length === 0) return;
  await tx.insert(detectionPatches).values(
    made.patches.map((patch, position) => ({
      detectionSid: made.detectionSid,
      revision: made.revision,
      position,
      patch,
      pushKey: made.key,
      createdBy: made.userSid,
    })),
  );
}

/** Marks patches as undone. They stay in the log but no longer apply. */
export async function removePatches(tx: Queryable, ids: readonly number[], revision: number): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(detectionPatches)
    .set({ removedRevision: revision })
    .where(and(inArray(detectionPatches.id, [...ids]), isNull(detectionPatches.removedRevision)));
}

/** Replaces patches whose boxes were rotated to another coordinate frame. One statement. */
export async function rewritePatches(tx: Queryable, rows: readonly { id: number; patch: Patch }[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = sql.param(rows.map(({ id }) => id));
  const patches = sql.param(rows.map(({ patch }) => JSON.stringify(patch)));
  await tx.execute(sql`
    update ${detectionPatches} set patch = turned.patch
    from unnest(${ids}::bigint[], ${patches}::jsonb[]) as turned (id, patch)
    where ${detectionPatches.id} = turned.id`);
}

/** A subquery to join laterally: the patches of the detection `detectionSid` that apply, in their order; null without any. */
export const appliedPatches = (tx: Queryable, detectionSid: SQL) =>
  tx
    .select({
      patches: sql<
        Patch[] | null
      >`json_agg(${detectionPatches.patch} order by ${detectionPatches.revision}, ${detectionPatches.position})`.as(
        "patches",
      ),
    })
    .from(detectionPatches)
    .where(and(eq(detectionPatches.detectionSid, detectionSid), isNull(detectionPatches.removedRevision)))
    .as("log");
