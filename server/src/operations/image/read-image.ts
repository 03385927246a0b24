import type { Image, ImageJob } from "@precount/domain";
import type { Queryable } from "../../db/connect.ts";
import { listDetections } from "../../db/image-detections.ts";
import { listImageJobs } from "../../db/image-jobs.ts";
import { findImageEntity } from "../../db/images.ts";
import { notFound } from "../../errors/app-error.ts";

/** What every call about one image answers: the entity, and what the queue did for it, newest first. */
export type ImageWithJobs = Image & { jobs: ImageJob[] };

/** Four statements. */
export async function readImage(db: Queryable, sid: string): Promise<ImageWithJobs> {
  const image = await findImageEntity(db, sid, await listDetections(db, sid));
  if (!image) throw notFound("image");
  return { ...image, jobs: await listImageJobs(db, sid) };
}
