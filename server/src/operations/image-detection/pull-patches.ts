import { type ImageDetection, detectionCan, pullPatches, resultCan, sidSchema } from "@precount/domain";
import { z } from "zod";
import { insertPatches, removePatches } from "../../db/image-detections.ts";
import { orRefuse } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { changeDetection, rederive } from "./change-detection.ts";

export const pullImageDetectionPatchesInput = z.object({
  sid: sidSchema,
  /** One result's patches; without it all of them (decision 21). */
  index: z.number().int().min(0).max(9999).optional(),
});

/** Takes patches back: they stay in the log and apply no more. */
export async function pullImageDetectionPatches(
  context: SignedInContext,
  { sid, index }: z.infer<typeof pullImageDetectionPatchesInput>,
): Promise<ImageDetection> {
  return changeDetection(context, sid, async (tx, { detection, image, project }) => {
    const { row, results, patches, log } = detection;
    orRefuse(detectionCan.edit({ status: row.status, results }, { image, project }));
    const result = index === undefined ? undefined : results[index];
    // What was added has nothing to go back to: taking its patches back discards it.
    if (result && result.original !== null) orRefuse(resultCan.restore(result));
    const kept = pullPatches(row.predictions.length, patches, index);
    const removed = log.filter((entry) => entry.removedRevision === null && !kept.includes(entry.patch));
    // An added result keeps its place and is discarded instead.
    const added = kept.filter((patch) => !patches.includes(patch));
    if (removed.length + added.length === 0) return false;
    const revision = row.revision + 1;
    await removePatches(
      tx,
      removed.map(({ id }) => id),
      revision,
    );
    const userSid = context.session.user.sid;
    await insertPatches(tx, { detectionSid: sid, revision, patches: added, key: null, userSid });
    await rederive(tx, sid);
    return true;
  });
}
