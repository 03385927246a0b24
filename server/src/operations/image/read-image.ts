import type { Image, ImageJob, Person } from "@precount/domain";
import type { Queryable } from "../../db/connect.ts";
import { listDetections } from "../../db/detections/read.ts";
import { listImageJobs } from "../../db/jobs/image-jobs.ts";
import { findImageEntity } from "../../db/images/entities.ts";
import { notFound } from "../../errors/app-error.ts";

/** What every call about one image returns: the entity and its jobs, newest first. */
export type ImageWithJobs = Image & { jobs: ImageJob[] };

/** Reads an image in four statements, with the names of models that the user may see. */
export async function readImage(db: Queryable, sid: string, user: Person): Promise<ImageWithJobs> {
  const image = await findImageEntity(db, sid, await listDetections(db, sid), user);
  if (!image) throw notFound("image");
  return { ...image, jobs: await listImageJobs(db, sid) };
}
