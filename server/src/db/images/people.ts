import type { Queryable } from "../connect.ts";
import { type SQL, and, desc, eq, inArray, sql } from "../drizzle.ts";
import { detectionPatches, imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";
import { users } from "../schema/users.ts";

type PersonAt = { by: string; at: string };

/** The people who worked on an image. A field is null if it did not happen. */
export type ImagePeople = {
  /** Null for images of the demo event, which the server created. */
  uploaded: PersonAt | null;
  approved: PersonAt | null;
  rejected: PersonAt | null;
  /** People who edited results, the last one first. */
  edited: (PersonAt & { changes: number })[];
};

const personAt = (by: string | null, at: Date | null): PersonAt | null =>
  by === null || at === null ? null : { by, at: at.toISOString() };

const nameOf = (userSid: unknown): SQL<string | null> => sql`(select u.name from ${users} u where u.sid = ${userSid})`;

export async function readImagePeople(db: Queryable, imageSid: string): Promise<ImagePeople> {
  const [image] = await db
    .select({
      uploadedBy: nameOf(images.createdBy),
      uploadedAt: images.createdAt,
      rejectedBy: nameOf(images.rejectedBy),
      rejectedAt: images.rejectedAt,
    })
    .from(images)
    .where(eq(images.sid, imageSid));
  const [approval] = await db
    .select({ by: users.name, at: imageDetections.validatedAt })
    .from(imageDetections)
    .innerJoin(users, eq(users.sid, imageDetections.validatedBy))
    .where(and(eq(imageDetections.imageSid, imageSid), inArray(imageDetections.status, ["validated", "selected"])))
    .orderBy(sql`${imageDetections.status} = 'selected' desc`, desc(imageDetections.validatedAt))
    .limit(1);
  const at = sql<Date>`max(${detectionPatches.createdAt})`.mapWith(detectionPatches.createdAt);
  const edits = await db
    .select({ by: users.name, at, changes: sql<number>`count(*)::int` })
    .from(detectionPatches)
    .innerJoin(imageDetections, eq(imageDetections.sid, detectionPatches.detectionSid))
    .innerJoin(users, eq(users.sid, detectionPatches.createdBy))
    .where(eq(imageDetections.imageSid, imageSid))
    .groupBy(users.sid)
    .orderBy(desc(at));
  return {
    uploaded: personAt(image?.uploadedBy ?? null, image?.uploadedAt ?? null),
    approved: personAt(approval?.by ?? null, approval?.at ?? null),
    rejected: personAt(image?.rejectedBy ?? null, image?.rejectedAt ?? null),
    edited: edits.map(({ by, at: last, changes }) => ({ by, at: last.toISOString(), changes })),
  };
}
