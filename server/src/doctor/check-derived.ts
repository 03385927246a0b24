import { deriveImageStatus } from "@precount/domain";
import { recountImages, recountProjects, summarizeImages } from "../db/stored-counts.ts";
import { findMiscountedDetections, recountDetection } from "../db/detections/recount.ts";
import { lockImage } from "../db/images/read.ts";
import { refreshImageStatus } from "../operations/image/refresh-status.ts";
import { type Check, count, finding } from "./check.ts";

/** Each image's stored status equals the status derived from its detections. */
export const checkStatuses: Check = async ({ db }, fix) => {
  const wrong: string[] = [];
  for await (const { sid, status, isRejected, detections } of summarizeImages(db)) {
    if (deriveImageStatus({ rejected: isRejected, detections }) !== status) wrong.push(sid);
  }
  for (const sid of fix ? wrong : []) {
    await db.transaction(async (tx) => {
      const found = await lockImage(tx, sid);
      if (found) await refreshImageStatus(tx, found.image);
    });
  }
  const problem = `${count(wrong, "photo has", "photos have")} a status that does not match its detections.`;
  return finding(wrong, problem, "status derived again");
};

/** The counts stored with each detection equal those of its results. Earlier versions counted by other rules (PD-101). */
export const checkDetectionCounts: Check = async ({ db }, fix) => {
  const wrong: string[] = [];
  for await (const sid of findMiscountedDetections(db)) wrong.push(sid);
  for (const sid of fix ? wrong : []) await recountDetection(db, sid);
  return finding(wrong, `The counts of ${count(wrong, "detection are", "detections are")} wrong.`, "counted again");
};

/** The stored counts of images and events equal the counted rows. */
export const checkCounts: Check = async ({ db }, fix) => {
  const images = await recountImages(db, fix);
  const projects = await recountProjects(db, fix);
  return [
    ...finding(images, `The counts of ${count(images, "photo are", "photos are")} wrong.`, "counted again"),
    ...finding(projects, `The counts of ${count(projects, "event are", "events are")} wrong.`, "counted again"),
  ];
};
