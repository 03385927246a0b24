import { type PhotoCodes, areaCan, areaNumberOfPhoto, candidateAreaNumbers } from "@precount/domain";
import { findAreasByNumber, hintsOf, linkImages, lockArea } from "../../db/areas.ts";
import type { Database, Transaction } from "../../db/connect.ts";
import { findImage, lockImage, setCodes } from "../../db/images.ts";
import { lockProject } from "../../db/projects.ts";
import { notifyChanges } from "../../live/publish-change.ts";

/**
 * Keeps what the codes in a photo say, for ranges that are made later too, and links the photo by it: not when it is of an
 * area, nor when somebody took it off one, nor in an event that is closed.
 */
export async function linkByCodes(db: Database, imageSid: string, codes: PhotoCodes): Promise<void> {
  if (codes.sheet.length + codes.bare.length === 0) return;
  await db.transaction(async (tx) => {
    const found = await findImage(tx, imageSid);
    if (!found) return;
    const { project } = found;
    // From here on no range appears between looking for the area and keeping the codes.
    await lockProject(tx, project.sid, "share");
    // Before its photo, as in linkImage.
    const areaSid = await lockAreaOf(tx, project.sid, {
      ...found.image,
      sheetCodes: [...codes.sheet],
      bareCodes: [...codes.bare],
    });
    const held = await lockImage(tx, imageSid);
    if (!held) return;
    await setCodes(tx, imageSid, codes);
    if (areaSid === null || !areaCan.edit(held.project).ok) return;
    const linked = await linkImages(tx, [{ imageSid, areaSid }]);
    if (linked.length === 0) return;
    await notifyChanges(tx, [
      { projectSid: project.sid, kind: "image", sid: imageSid },
      { projectSid: project.sid, kind: "area", sid: areaSid },
    ]);
  });
}

async function lockAreaOf(
  tx: Transaction,
  projectSid: string,
  image: Parameters<typeof hintsOf>[0],
): Promise<string | null> {
  const hints = hintsOf(image);
  const known = await findAreasByNumber(tx, projectSid, candidateAreaNumbers(hints));
  const areaSid = known.get(areaNumberOfPhoto(hints, (number) => known.has(number)) ?? 0);
  return areaSid === undefined ? null : ((await lockArea(tx, areaSid))?.sid ?? null);
}
