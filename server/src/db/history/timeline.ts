import type { Model } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { type SQL, and, desc, eq, inArray, lt, or, sql } from "../drizzle.ts";
import { EFFECTIVE_STATUS } from "../models/read.ts";
import { areas } from "../schema/areas.ts";
import { auditEntries } from "../schema/audit.ts";
import { imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";
import { models } from "../schema/models.ts";

export type TimelineAuditRow = {
  id: number;
  at: Date;
  action: string;
  actorSid: string | null;
  actorName: string | null;
  subjectKind: string | null;
  subjectSid: string | null;
  details: Record<string, unknown>;
};

type Scope = {
  projectSid: string;
  actions: readonly string[];
  actorSid: string | null;
  /** Only entries about one of these rows. */
  subjects: readonly string[] | null;
  beforeId: number | null;
  limit: number;
};

const COLUMNS = {
  id: auditEntries.id,
  at: auditEntries.at,
  action: auditEntries.action,
  actorSid: auditEntries.actorSid,
  actorName: auditEntries.actorName,
  subjectKind: auditEntries.subjectKind,
  subjectSid: auditEntries.subjectSid,
  details: auditEntries.details,
};

/**
 * The newest audit entries of an event with these actions. Each action is one backward scan of an index that ends after `limit` rows, so
 * the time does not grow with the log, however rare an action is.
 */
export async function listTimelineAudit(db: Queryable, scope: Scope): Promise<TimelineAuditRow[]> {
  const { projectSid, actions, subjects, limit } = scope;
  if (actions.length === 0) return [];
  // Few entries are about some rows: their indexes find all of them.
  if (subjects !== null) {
    return db
      .select(COLUMNS)
      .from(auditEntries)
      .where(and(isAbout(projectSid, subjects), inArray(auditEntries.action, [...actions]), restrictions(scope)))
      .orderBy(desc(auditEntries.id))
      .limit(limit);
  }
  // Only the ids: an index has them, and the whole entries of other actions are never read.
  const ofAction = db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(
      and(eq(auditEntries.projectSid, projectSid), sql`${auditEntries.action} = wanted.action`, restrictions(scope)),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit)
    .as("of_action");
  const newest = db
    .select({ id: ofAction.id })
    .from(sql`unnest(${sql.param([...actions])}::text[]) as wanted (action)`)
    .innerJoinLateral(ofAction, sql`true`)
    .orderBy(desc(ofAction.id))
    .limit(limit)
    .as("newest");
  return db
    .select(COLUMNS)
    .from(auditEntries)
    .innerJoin(newest, eq(newest.id, auditEntries.id))
    .orderBy(desc(auditEntries.id));
}

const restrictions = ({ actorSid, beforeId }: Scope): SQL | undefined =>
  and(
    beforeId === null ? undefined : lt(auditEntries.id, beforeId),
    actorSid === null ? undefined : eq(auditEntries.actorSid, actorSid),
  );

/** Entries of an event about some rows. An entry about several rows lists their sids in its details. */
export const isAbout = (projectSid: string, sids: readonly string[]): SQL | undefined => {
  const { subjectSid, details } = auditEntries;
  const list = sql`${sql.param([...sids])}::text[]`;
  const isListed = sql`jsonb_exists(${details}, 'sids') and jsonb_exists_any(${details} -> 'sids', ${list})`;
  const isOfEvent = eq(auditEntries.projectSid, projectSid);
  return and(isOfEvent, or(sql`${subjectSid} = any(${list})`, and(isOfEvent, isListed)));
};

export type TimelineDetectionRow = {
  sid: string;
  at: Date;
  model: Pick<Model, "name" | "status">;
  imageSid: string;
  imageName: string;
};

/** The newest detections of an event's images. */
export async function listTimelineDetections(
  db: Queryable,
  scope: { projectSid: string; areaSid: string | null; before: { at: Date; sid: string } | null; limit: number },
): Promise<TimelineDetectionRow[]> {
  const { projectSid, areaSid, before, limit } = scope;
  const { sid, inferredAt, imageSid, modelSid } = imageDetections;
  return db
    .select({
      sid,
      at: inferredAt,
      model: { name: models.name, status: EFFECTIVE_STATUS },
      imageSid,
      imageName: images.name,
    })
    .from(imageDetections)
    .innerJoin(images, eq(images.sid, imageSid))
    .innerJoin(models, eq(models.sid, modelSid))
    .where(
      and(
        eq(images.projectSid, projectSid),
        areaSid === null ? undefined : eq(images.areaSid, areaSid),
        before === null
          ? undefined
          : sql`(date_trunc('milliseconds', ${inferredAt}), ${sid}) < (${before.at.toISOString()}::timestamptz, ${before.sid})`,
      ),
    )
    .orderBy(desc(sql`date_trunc('milliseconds', ${inferredAt})`), desc(sid))
    .limit(limit);
}

/** An area of an event by its number, with its photos and their detections, which entries may be about. */
export async function findAreaSubjects(
  db: Queryable,
  projectSid: string,
  number: number,
): Promise<{ areaSid: string; subjects: string[] } | null> {
  const [area] = await db
    .select({ sid: areas.sid })
    .from(areas)
    .where(and(eq(areas.projectSid, projectSid), eq(areas.number, number)));
  if (!area) return null;
  const rows = await db
    .select({ imageSid: images.sid, detectionSid: imageDetections.sid })
    .from(images)
    .leftJoin(imageDetections, eq(imageDetections.imageSid, images.sid))
    .where(eq(images.areaSid, area.sid));
  const sids = rows.flatMap(({ imageSid, detectionSid }) =>
    detectionSid === null ? imageSid : [imageSid, detectionSid],
  );
  return { areaSid: area.sid, subjects: [area.sid, ...new Set(sids)] };
}
