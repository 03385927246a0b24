import { type ImageDetection, detectionCan, pullPatches, resultCan, sidSchema } from "@precount/domain";
import { z } from "zod";
import { insertPatches, removePatches } from "../../db/detections/patches.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { changeDetection, rederive } from "./change-detection.ts";

export const pullImageDetectionPatchesInput = z.object({
  sid: sidSchema,
  /** Only the patches of this result; all patches when absent (PD-21). */
  index: z.number().int().min(0).max(9999).optional(),
});

/** Reverts patches. They stay in the log but no longer apply. */
export async function pullImageDetectionPatches(
  context: SignedInContext,
  { sid, index }: z.infer<typeof pullImageDetectionPatchesInput>,
): Promise<ImageDetection> {
  return changeDetection(context, sid, async (tx, { detection, image, project }) => {
    const { row, results, patches, log } = detection;
    unwrapOrThrow(detectionCan.edit({ status: row.status, results }, { image, project }));
    const result = index === undefined ? undefined : results[index];
    // An added result has no original: reverting its patches discards it.
    if (result && result.original !== null) unwrapOrThrow(resultCan.restore(result));
    const kept = pullPatches(row.predictions.length, patches, index);
    const removed = log.filter((entry) => entry.removedRevision === null && !kept.includes(entry.patch));
    // A reverted added result is discarded instead of removed, so that the indexes of the others stay.
    const added = kept.filter((patch) => !patches.includes(patch));
    if (removed.length + added.length === 0) return null;
    const revision = row.revision + 1;
    await removePatches(
      tx,
      removed.map(({ id }) => id),
      revision,
    );
    const userSid = context.session.user.sid;
    await insertPatches(tx, { detectionSid: sid, revision, patches: added, key: null, userSid });
    await rederive(tx, sid);
    // The history of a result finds by it who took an edit back.
    return { details: { revision } };
  });
}
