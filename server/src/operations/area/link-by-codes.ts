import { type PhotoCodes, areaCan, areaNumberOfPhoto, candidateAreaNumbers } from "@precount/domain";
import { findAreasByNumber, lockArea } from "../../db/areas/read.ts";
import { toAreaHints, linkImages } from "../../db/areas/link-images.ts";
import type { Transaction } from "../../db/connect.ts";
import { findImage, lockImage } from "../../db/images/read.ts";
import { updateImageCodes } from "../../db/images/write.ts";
import { lockProject } from "../../db/projects/read.ts";
import { publishChanges } from "../../live/publish-change.ts";
import { enqueueDuplicateSearch } from "../../queue/enqueue.ts";
import type { WorkerContext } from "../worker-context.ts";

/**
 * Stores the area numbers in a photo's codes, also for ranges that are created later, and links the photo to the area they name. A
 * photo is not linked when it has an area, when a person unlinked it, or when its event is closed.
 */
export async function linkByCodes(
  { db, queue }: Pick<WorkerContext, "db" | "queue">,
  imageSid: string,
  codes: PhotoCodes,
): Promise<void> {
  if (codes.sheet.length + codes.bare.length === 0) return;
  await db.transaction(async (tx) => {
    const found = await findImage(tx, imageSid);
    if (!found) return;
    const { project } = found;
    // No range can be created between the search for the area and storing the codes.
    await lockProject(tx, project.sid, "share");
    // Locked before the photo, as in linkImage, or the two could deadlock.
    const areaSid = await lockAreaOf(tx, project.sid, {
      ...found.image,
      sheetCodes: [...codes.sheet],
      bareCodes: [...codes.bare],
    });
    const held = await lockImage(tx, imageSid);
    if (!held) return;
    await updateImageCodes(tx, imageSid, codes);
    if (areaSid === null || !areaCan.edit(held.project).ok) return;
    const linked = await linkImages(tx, [{ imageSid, areaSid }]);
    if (linked.length === 0) return;
    await publishChanges(tx, [
      { projectSid: project.sid, kind: "image", sid: imageSid },
      { projectSid: project.sid, kind: "area", sid: areaSid },
    ]);
    // The search compares a photo with those of near areas first.
    await enqueueDuplicateSearch(tx, queue, linked);
  });
}

async function lockAreaOf(
  tx: Transaction,
  projectSid: string,
  image: Parameters<typeof toAreaHints>[0],
): Promise<string | null> {
  const hints = toAreaHints(image);
  const known = await findAreasByNumber(tx, projectSid, candidateAreaNumbers(hints));
  const areaSid = known.get(areaNumberOfPhoto(hints, (number) => known.has(number)) ?? 0);
  return areaSid === undefined ? null : ((await lockArea(tx, areaSid))?.sid ?? null);
}
