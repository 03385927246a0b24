import type { EventModelChoice, ImageJob } from "@precount/domain";
import { and, asc, desc, eq, inArray, isNull } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { isNotQueued } from "./is-not-queued.ts";
import { imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";
import { imageJobs } from "../schema/jobs.ts";
import { projects } from "../schema/projects.ts";

export type JobRow = typeof imageJobs.$inferSelect;

export const toImageJob = (row: Omit<JobRow, "options" | "queueId" | "imageSid" | "createdAt">): ImageJob => ({
  id: row.id,
  modelSid: row.modelSid,
  state: row.state,
  attempts: row.attempts,
  maxAttempts: row.maxAttempts,
  // A requeued job keeps its error in case it is canceled; the error is shown only while the job is failed or retrying.
  error: row.state === "failed" || row.state === "retrying" ? row.error : null,
  retryAt: row.retryAt?.toISOString() ?? null,
  updatedAt: row.updatedAt.toISOString(),
});

export const OPEN = ["queued", "running", "retrying"] as const;

export async function findImageJob(db: Queryable, id: string): Promise<JobRow | null> {
  const [row] = await db.select().from(imageJobs).where(eq(imageJobs.id, id));
  return row ?? null;
}

/** Locks the job until the transaction ends. */
export async function lockImageJob(tx: Queryable, id: string): Promise<JobRow | null> {
  const [row] = await tx.select().from(imageJobs).where(eq(imageJobs.id, id)).for("update");
  return row ?? null;
}

export async function hasOpenJob(tx: Queryable, imageSid: string, modelSid: string): Promise<boolean> {
  const rows = await tx
    .select({ id: imageJobs.id })
    .from(imageJobs)
    .where(
      and(eq(imageJobs.imageSid, imageSid), eq(imageJobs.modelSid, modelSid), inArray(imageJobs.state, [...OPEN])),
    );
  return rows.length > 0;
}

/** Ids of all open jobs, oldest first. */
export async function listOpenImageJobs(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ id: imageJobs.id })
    .from(imageJobs)
    .where(inArray(imageJobs.state, [...OPEN]))
    .orderBy(asc(imageJobs.createdAt), asc(imageJobs.id));
  return rows.map(({ id }) => id);
}

/** Ids of open jobs without a job in the queue, locked until the transaction ends. */
export async function lockUnqueuedImageJobs(tx: Queryable): Promise<string[]> {
  const rows = await tx
    .select({ id: imageJobs.id })
    .from(imageJobs)
    .where(and(inArray(imageJobs.state, [...OPEN]), isNotQueued(imageJobs.queueId)))
    .orderBy(asc(imageJobs.createdAt), asc(imageJobs.id))
    .for("update");
  return rows.map(({ id }) => id);
}

/** The latest 20 jobs of an image, newest first. */
export async function listImageJobs(db: Queryable, imageSid: string): Promise<ImageJob[]> {
  const rows = await db
    .select()
    .from(imageJobs)
    .where(eq(imageJobs.imageSid, imageSid))
    .orderBy(desc(imageJobs.createdAt), desc(imageJobs.id))
    .limit(20);
  return rows.map(toImageJob);
}

/** Images of open events that were uploaded while no model was available: they have neither a job nor a detection. */
export async function listImagesWithoutJob(
  db: Queryable,
): Promise<{ imageSid: string; projectSid: string; choice: EventModelChoice }[]> {
  return db
    .select({
      imageSid: images.sid,
      projectSid: images.projectSid,
      choice: { modelSid: projects.modelSid, groups: projects.groups },
    })
    .from(images)
    .innerJoin(projects, eq(projects.sid, images.projectSid))
    .leftJoin(imageJobs, eq(imageJobs.imageSid, images.sid))
    .leftJoin(imageDetections, eq(imageDetections.imageSid, images.sid))
    .where(
      and(
        eq(images.status, "uploaded"),
        inArray(projects.status, ["preview", "active"]),
        isNull(imageJobs.id),
        isNull(imageDetections.sid),
      ),
    );
}
