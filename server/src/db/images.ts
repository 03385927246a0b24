import {
  type Image,
  type ImageListItem,
  type ImageMetadata,
  type ImageStats,
  type Orientation,
  type PhotoCodes,
  type ProjectStatus,
  type Rotation,
  type Size,
  belowThreshold,
  effectiveOrientation,
  orientSize,
  validPercent,
} from "@precount/domain";
import { and, eq, sql } from "./drizzle.ts";
import { newSid } from "../lib/ids.ts";
import type { Queryable } from "./connect.ts";
import { type StoredDetection, toImageDetection } from "./image-detections.ts";
import { toImageJob } from "./jobs/image-jobs.ts";
import { lockProject } from "./projects.ts";
import { areas } from "./schema/areas.ts";
import { images } from "./schema/images.ts";
import { imageJobs } from "./schema/jobs.ts";
import { projects } from "./schema/projects.ts";
import { mapStatsCounts, representativeDetection } from "./detections/representative-detection.ts";

/** All SQL about images; rows ↔ domain types. */

export type ImageRow = typeof images.$inferSelect;

/** An image with what rules and entities need of its event. */
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

const projectColumns = {
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
 * The image, nobody else's until the transaction ends, with its event held as it is. Always taken before its
 * detections and jobs, so that no two wait for each other.
 */
export async function lockImage(tx: Queryable, sid: string): Promise<ImageInProject | null> {
  const [found] = await tx.select({ projectSid: images.projectSid }).from(images).where(eq(images.sid, sid));
  if (!found) return null;
  await lockProject(tx, found.projectSid, "share");
  const [row] = await selectImage(tx).where(eq(images.sid, sid)).for("update", { of: images });
  return row ?? null;
}

/** Effective orientation: how the stored pixels are turned. */
export const orientationOf = (image: { orientation: Orientation; rotation: Rotation }): Orientation =>
  effectiveOrientation(image.orientation, image.rotation);

/** Of the upright photo, pixels. */
export const uprightSize = (image: ImageRow): Size =>
  orientSize({ width: image.rawWidth, height: image.rawHeight }, orientationOf(image));

/** Changes with the turning, so that what browsers keep for good is never wrong. */
export const imageVersion = (image: Pick<ImageRow, "orientation" | "rotation" | "sha256">): string =>
  `${orientationOf(image)}-${image.sha256.slice(0, 8)}`;

export const imageContentsUrl = (image: ImageRow, slug: string): string =>
  `/api/projects/${slug}/images/${image.sid}/contents?v=${imageVersion(image)}`;

const NO_STATS: ImageStats = {
  stickerPredictionsCount: 0,
  validStickerPredictionsCount: 0,
  patchedStickersCount: 0,
  discardedStickersCount: 0,
  addedStickersCount: 0,
  patchedStickersCodesCount: 0,
  patchedStickersQuantitiesCount: 0,
  codesWithLeadingZeroCount: 0,
};

/** All of a job but what it was asked for: a list reads no JSON. */
const jobColumns = {
  id: imageJobs.id,
  modelSid: imageJobs.modelSid,
  state: imageJobs.state,
  attempts: imageJobs.attempts,
  maxAttempts: imageJobs.maxAttempts,
  error: imageJobs.error,
  retryAt: imageJobs.retryAt,
  updatedAt: imageJobs.updatedAt,
};

/** Images with area, latest job and the counts of the detection that stands for each (as keep_image_counts picks it). */
export function selectListItems(db: Queryable) {
  const standing = representativeDetection(db);
  const job = db
    .select(jobColumns)
    .from(imageJobs)
    .where(eq(imageJobs.imageSid, images.sid))
    .orderBy(sql`${imageJobs.createdAt} desc, ${imageJobs.id} desc`)
    .limit(1)
    .as("job");
  return db
    .select({
      image: images,
      project: projectColumns,
      areaNumber: areas.number,
      stats: mapStatsCounts((count) => standing[count]),
      job: {
        id: job.id,
        modelSid: job.modelSid,
        state: job.state,
        attempts: job.attempts,
        maxAttempts: job.maxAttempts,
        error: job.error,
        retryAt: job.retryAt,
        updatedAt: job.updatedAt,
      },
    })
    .from(images)
    .innerJoin(projects, eq(projects.sid, images.projectSid))
    .leftJoin(areas, eq(areas.sid, images.areaSid))
    .leftJoinLateral(standing, sql`true`)
    .leftJoinLateral(job, sql`true`);
}
type ItemRow = Awaited<ReturnType<typeof selectListItems>>[number];

export function toListItem({ image, project, areaNumber, stats, job }: ItemRow): ImageListItem {
  const { stickersCount, validStickersCount } = image;
  const percent =
    stickersCount === null || validStickersCount === null
      ? null
      : validPercent({ stickers: stickersCount, validStickers: validStickersCount });
  return {
    sid: image.sid,
    name: image.name,
    status: image.status,
    statusDate: image.statusDate.toISOString(),
    ...uprightSize(image),
    createdAt: image.createdAt.toISOString(),
    capturedAt: image.capturedAt?.toISOString() ?? null,
    src: imageContentsUrl(image, project.slug),
    stats: stats ?? NO_STATS,
    validPercent: percent,
    areaCode: areaNumber === null ? null : String(areaNumber),
    job: job === null ? null : toImageJob(job),
    belowThreshold: belowThreshold(percent, project.rejectionThreshold),
  };
}

/** The whole entity; its detections are read by image-detections.ts. */
export async function findImageEntity(
  db: Queryable,
  sid: string,
  detections: readonly StoredDetection[],
): Promise<Image | null> {
  const [row] = await selectListItems(db).where(eq(images.sid, sid));
  if (!row) return null;
  const { belowThreshold: _, ...item } = toListItem(row);
  const { image, project } = row;
  return {
    ...item,
    orientation: image.orientation,
    rotation: image.rotation,
    file: { size: image.sizeBytes, sha256: image.sha256 },
    metadata: {
      brand: image.cameraBrand,
      model: image.cameraModel,
      storeNumber: image.storeNumber,
      shelfCode: image.shelfCode,
      bayCode: image.bayCode,
    },
    project: { sid: project.sid, slug: project.slug, name: project.name, status: project.status },
    models: detections.map(({ row: { modelSid }, modelName }) => ({ sid: modelSid, name: modelName })),
    detections: detections.map(toImageDetection),
  };
}

export interface NewImage {
  projectSid: string;
  areaSid: string | null;
  givenAreaNumber: number | null;
  name: string;
  sha256: string;
  sizeBytes: number;
  format: string;
  rawWidth: number;
  rawHeight: number;
  orientation: Orientation;
  rotation: Rotation;
  capturedAt: Date | null;
  metadata: ImageMetadata;
  createdBy: string;
}

/** Null when the event has these bytes already, also when someone else inserts them at this moment. */
export async function insertImage(tx: Queryable, { metadata, ...given }: NewImage): Promise<string | null> {
  const [row] = await tx
    .insert(images)
    .values({
      sid: newSid(),
      ...given,
      cameraBrand: metadata.brand,
      cameraModel: metadata.model,
      storeNumber: metadata.storeNumber,
      shelfCode: metadata.shelfCode,
      bayCode: metadata.bayCode,
    })
    .onConflictDoNothing({ target: [images.projectSid, images.sha256] })
    .returning({ sid: images.sid });
  return row?.sid ?? null;
}

/** The area numbers that its codes name. */
export async function updateImageCodes(tx: Queryable, sid: string, codes: PhotoCodes): Promise<void> {
  await tx
    .update(images)
    .set({ sheetCodes: [...codes.sheet], bareCodes: [...codes.bare] })
    .where(eq(images.sid, sid));
}

export async function findImageByBytes(
  db: Queryable,
  projectSid: string,
  sha256: string,
): Promise<{ sid: string } | null> {
  const [row] = await db
    .select({ sid: images.sid })
    .from(images)
    .where(and(eq(images.projectSid, projectSid), eq(images.sha256, sha256)));
  return row ?? null;
}

type ImageChange = Partial<Pick<ImageRow, "status" | "rotation" | "rejectedAt" | "rejectedBy">>;

export async function updateImage(tx: Queryable, sid: string, change: ImageChange): Promise<void> {
  const statusDate = change.status ? { statusDate: sql`now()` } : {};
  await tx
    .update(images)
    .set({ ...change, ...statusDate })
    .where(eq(images.sid, sid));
}
