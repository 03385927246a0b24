import { deriveImageStatus } from "@precount/domain";
import { recountImages, recountProjects, summariseImages } from "../db/counts.ts";
import { lockImage } from "../db/images.ts";
import { refreshImageStatus } from "../operations/image/refresh-status.ts";
import { type Check, count, finding } from "./check.ts";

/** What follows from other rows stands beside them as it follows. */
export const checkStatuses: Check = async ({ db }, fix) => {
  const wrong: string[] = [];
  for await (const { sid, status, isRejected, detections } of summariseImages(db)) {
    if (deriveImageStatus({ rejected: isRejected, detections }) !== status) wrong.push(sid);
  }
  for (const sid of fix ? wrong : []) {
    await db.transaction(async (tx) => {
      const found = await lockImage(tx, sid);
      if (found) await refreshImageStatus(tx, found.image);
    });
  }
  const problem = `${count(wrong, "photo has", "photos have")} another status than their detections say.`;
  return finding(wrong, problem, "derived anew");
};

export const checkCounts: Check = async ({ db }, fix) => {
  const images = await recountImages(db, fix);
  const projects = await recountProjects(db, fix);
  return [
    ...finding(images, `The counts of ${count(images, "photo are", "photos are")} wrong.`, "counted anew"),
    ...finding(projects, `The counts of ${count(projects, "event are", "events are")} wrong.`, "counted anew"),
  ];
};
