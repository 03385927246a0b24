import { type ProjectStatus } from "@precount/domain";
import { and, eq, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { lockProject } from "../projects/read.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { projects } from "../schema/projects.ts";

export type ImageRow = typeof images.$inferSelect;

/** An image with the columns of its event that rules and entities need. */
export interface ImageInProject {
  image: ImageRow;
  project: {
    sid: string;
    slug: string;
    name: string;
    status: ProjectStatus;
    statusBeforeArchive: ProjectStatus | null;
    groups: string[];
    isArchived: boolean;
    rejectionThreshold: number;
  };
}

export const projectColumns = {
  sid: projects.sid,
  slug: projects.slug,
  name: projects.name,
  status: projects.status,
  statusBeforeArchive: projects.statusBeforeArchive,
  groups: projects.groups,
  isArchived: sql<boolean>`${projects.status} = 'archived'`,
  rejectionThreshold: projects.rejectionThreshold,
};

export const selectImage = (db: Queryable) =>
  db
    .select({ image: images, project: projectColumns })
    .from(images)
    .innerJoin(projects, eq(projects.sid, images.projectSid));

export async function findImage(db: Queryable, sid: string): Promise<ImageInProject | null> {
  const [row] = await selectImage(db).where(eq(images.sid, sid));
  return row ?? null;
}

/**
 * Locks an image exclusively and its event shared until the transaction ends. Always lock an image before its detections and jobs:
 * the fixed order prevents deadlocks. A new row that refers to an image locks the image's key, in any order: these locks do not wait for such
 * rows, because no change of an image changes its key.
 */
export async function lockImage(tx: Queryable, sid: string): Promise<ImageInProject | null> {
  const [found] = await tx.select({ projectSid: images.projectSid }).from(images).where(eq(images.sid, sid));
  if (!found) return null;
  await lockProject(tx, found.projectSid, "share");
  const [row] = await selectImage(tx).where(eq(images.sid, sid)).for("no key update", { of: images });
  return row ?? null;
}

/** An image that the event has, with the number of its area. */
export type KnownImage = Pick<ImageRow, "sid" | "status"> & { areaNumber: number | null };

/** The event's images with these bytes, by sha256. */
export async function findImagesByBytes(
  db: Queryable,
  projectSid: string,
  sha256s: readonly string[],
): Promise<Map<string, KnownImage>> {
  const rows = await db
    .select({ sha256: images.sha256, sid: images.sid, status: images.status, areaNumber: areas.number })
    .from(images)
    .leftJoin(areas, eq(areas.sid, images.areaSid))
    .where(and(eq(images.projectSid, projectSid), sql`${images.sha256} = any(${sql.param([...sha256s])}::text[])`));
  return new Map(rows.map(({ sha256, ...image }) => [sha256, image]));
}
