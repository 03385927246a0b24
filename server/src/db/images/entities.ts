import {
  type Image,
  type ImageListItem,
  type ImageStats,
  type Person,
  belowThreshold,
  modelNameFor,
  validPercent,
} from "@precount/domain";
import { eq, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { type StoredDetection, toImageDetection } from "../detections/stored-detection.ts";
import { toImageJob } from "../jobs/image-jobs.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { imageJobs } from "../schema/jobs.ts";
import { projects } from "../schema/projects.ts";
import { users } from "../schema/users.ts";
import { mapStatsCounts, representativeDetection } from "../detections/representative-detection.ts";
import { projectColumns } from "./read.ts";
import { uprightSize, imageContentsUrl } from "./contents-url.ts";

const NO_STATS: ImageStats = {
  stickerPredictionsCount: 0,
  validStickerPredictionsCount: 0,
  patchedStickersCount: 0,
  confirmedStickersCount: 0,
  discardedStickersCount: 0,
  addedStickersCount: 0,
  patchedStickersCodesCount: 0,
  patchedStickersQuantitiesCount: 0,
  codesWithLeadingZeroCount: 0,
};

/** All columns of a job except its options, so that a list reads no JSON. */
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

/** Selects images with area, latest job and the counts of the representative detection (chosen as by the trigger keep_image_counts). */
export function selectListItems(db: Queryable) {
  const representative = representativeDetection(db);
  const job = db
    .select(jobColumns)
    .from(imageJobs)
    .where(eq(imageJobs.imageSid, images.sid))
    .orderBy(sql`${imageJobs.createdAt} desc, ${imageJobs.id} desc`)
    .limit(1)
    .as("job");
  const reviewer = sql`case ${images.status} when 'approved' then ${representative.validatedBy} when 'rejected' then ${images.rejectedBy} end`;
  return db
    .select({
      image: images,
      project: projectColumns,
      areaNumber: areas.number,
      reviewedBy: sql<string | null>`(select u.name from ${users} u where u.sid = ${reviewer})`,
      stats: mapStatsCounts((count) => representative[count]),
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
    .leftJoinLateral(representative, sql`true`)
    .leftJoinLateral(job, sql`true`);
}

type ItemRow = Awaited<ReturnType<typeof selectListItems>>[number];

export function toListItem({ image, project, areaNumber, reviewedBy, stats, job }: ItemRow): ImageListItem {
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
    rejection:
      image.status === "rejected" && image.rejectReason !== null
        ? { reason: image.rejectReason, note: image.rejectNote }
        : null,
    belowThreshold: belowThreshold(percent, project.rejectionThreshold),
    doubtfulStickers: (stickersCount ?? 0) - (validStickersCount ?? 0),
    reviewedBy,
    givenAreaCode: image.givenAreaNumber?.toString() ?? null,
  };
}

/** The whole entity as `user` may see it; the caller reads its detections with db/detections/read.ts. */
export async function findImageEntity(
  db: Queryable,
  sid: string,
  detections: readonly StoredDetection[],
  user: Person,
): Promise<Image | null> {
  const [row] = await selectListItems(db).where(eq(images.sid, sid));
  if (!row) return null;
  const {
    belowThreshold: _below,
    doubtfulStickers: _doubtful,
    reviewedBy: _reviewedBy,
    givenAreaCode: _given,
    ...item
  } = toListItem(row);
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
    models: detections.map(({ row: { modelSid }, model }) => ({ sid: modelSid, name: modelNameFor(user, model) })),
    detections: detections.map((detection) => toImageDetection(detection, user)),
  };
}
