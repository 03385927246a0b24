import {
  type BulkChange,
  MAX_RECOUNT_AREAS,
  areaCan,
  imageCan,
  recountReasonSchema,
  sidSchema,
} from "@precount/domain";
import { z } from "zod";
import { readAreas } from "../../db/areas/list.ts";
import { insertRecounts, listPhotosInUse, lockAreas } from "../../db/areas/recounts.ts";
import type { Transaction } from "../../db/connect.ts";
import { lockImages, updateImages } from "../../db/images/bulk.ts";
import { closeImageJobs } from "../../db/jobs/write-image-jobs.ts";
import { lockProject, projectState } from "../../db/projects/read.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { recordChange } from "../record-change.ts";

export const photographAgainInput = byProject.extend({
  areas: z.array(sidSchema).min(1).max(MAX_RECOUNT_AREAS),
  reason: recountReasonSchema,
});

export type PhotographAgainResult = {
  /** Names of the areas that wait for a new photo now. */
  areas: string[];
  /** Areas that were left as they are, and why. An area of another event is not named. */
  refused: { name: string; reason: string }[];
  /** The rejected photos. `image.recoverImages` with them is the undo. */
  images: BulkChange[];
};

/**
 * Requests new photos of areas: rejects their photos with the reason, so that the areas are on the gap list, and keeps the request, so
 * that the second result can be compared with the first (PD-97).
 */
export async function photographAgain(
  { db, session, call }: SignedInContext,
  { project: { slug }, areas: sids, reason }: z.infer<typeof photographAgainInput>,
): Promise<PhotographAgainResult> {
  const { sid: projectSid } = await requireProject({ db, session }, slug);
  return db.transaction(async (tx) => {
    const state = await projectState(tx, await lockProject(tx, projectSid, "share"));
    unwrapOrThrow(areaCan.edit(state));
    const locked = (await lockAreas(tx, sids)).filter((area) => area.projectSid === projectSid);
    const areas = await readAreas(
      tx,
      locked.map(({ sid }) => sid),
    );
    const checked = areas.map((area) => ({ area, outcome: areaCan.photographAgain(area, state) }));
    const allowed = checked.flatMap(({ area, outcome }) => (outcome.ok ? [area] : []));
    const request = { projectSid, userSid: session.user.sid, reason };
    const images = await rejectPhotos(tx, request, allowed);
    await recordChange(tx, call, {
      projectSid,
      changes: [
        ...allowed.map(({ sid }) => ({ projectSid, kind: "area" as const, sid })),
        ...images.map(({ sid }) => ({ projectSid, kind: "image" as const, sid })),
      ],
      details: { reason, areas: allowed.map(({ name }) => name) },
    });
    return {
      areas: allowed.map(({ name }) => name),
      refused: checked.flatMap(({ area: { name }, outcome }) => (outcome.ok ? [] : [{ name, reason: outcome.reason }])),
      images,
    };
  });
}

type Request = { projectSid: string; userSid: string; reason: string };

/** Stores the requests and rejects the photos. Returns the rejected photos. */
async function rejectPhotos(
  tx: Transaction,
  { projectSid, userSid, reason }: Request,
  areas: readonly { sid: string }[],
): Promise<BulkChange[]> {
  const photos = await listPhotosInUse(
    tx,
    areas.map(({ sid }) => sid),
  );
  const held = await lockImages(tx, [...photos.values()].flat());
  // A photo that was rejected or moved since it was listed is left out.
  const rejectable = held.filter(({ image, project }) => image.areaSid !== null && imageCan.reject(image, project).ok);
  const ofArea = Map.groupBy(rejectable, ({ image }) => image.areaSid);
  await insertRecounts(
    tx,
    areas.map(({ sid }) => ({
      sid: newSid(),
      projectSid,
      areaSid: sid,
      imageSids: (ofArea.get(sid) ?? []).map(({ image }) => image.sid),
      reason,
      createdBy: userSid,
    })),
  );
  const sids = rejectable.map(({ image }) => image.sid);
  const dates = await updateImages(tx, sids, {
    status: "rejected",
    rejectedAt: new Date(),
    rejectedBy: userSid,
    rejectReason: "other",
    rejectNote: reason,
  });
  await closeImageJobs(tx, sids);
  return rejectable.map(({ image: { sid, name, statusDate } }) => ({
    sid,
    name,
    statusDate: (dates.get(sid) ?? statusDate).toISOString(),
  }));
}
