import {
  type ImageDetection,
  type Patch,
  checkPatches,
  checkResultStates,
  detectionCan,
  mergePatches,
  patchSchema,
  sidSchema,
} from "@precount/domain";
import { z } from "zod";
import { insertPatches } from "../../db/detections/patches.ts";
import { uprightSize } from "../../db/images/contents-url.ts";
import { AppError, unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { changeDetection, rederive } from "./change-detection.ts";
import { changesSince, conflictError, staleError } from "./conflicts.ts";
import { type Pushed, findPush, pushAfter } from "./pushed.ts";

export const pushImageDetectionPatchesInput = z.object({
  sid: sidSchema,
  patches: z.array(patchSchema).min(1).max(1000),
  /** The revision that the client last saw. Without it the patches apply to the current one. */
  revision: z.number().int().min(0).optional(),
  /** Idempotency key: a repeated key is the same push, whose answer was lost. */
  key: z.string().min(1).max(64).optional(),
  /** The author of the edits. Edits that waited in a browser must not be saved in the name of the next person who signs in there. */
  author: sidSchema.optional(),
});

/**
 * Appends patches to the log. Patches of others since `revision` are merged; if they touch the same field, nothing is saved, and
 * CONFLICT says what the current value is (PD-30). `push` in the answer locates the patches in the log, also for a repeated key.
 */
export async function pushImageDetectionPatches(
  context: SignedInContext,
  { sid, patches: incoming, revision, key, author }: z.infer<typeof pushImageDetectionPatchesInput>,
): Promise<ImageDetection & { push: Pushed }> {
  if (author !== undefined && author !== context.session.user.sid) {
    throw new AppError("UNAUTHORIZED", "These edits belong to another user. They are sent when that user signs in.");
  }
  const answer: { push: Pushed | null } = { push: null };
  const detection = await changeDetection(context, sid, async (tx, { detection, image, project }) => {
    answer.push = key === undefined ? null : findPush(detection, key);
    if (answer.push) return null;
    const { row, results } = detection;
    unwrapOrThrow(detectionCan.edit({ status: row.status, results }, { image, project }));
    let patches: Patch[] = incoming;
    const isBehind = revision !== undefined && revision < row.revision;
    if (isBehind) {
      const since = changesSince(detection, revision);
      const stale = staleError(since, incoming);
      if (stale) throw stale;
      const merged = mergePatches(since.patches, incoming, since.knownCount);
      if (!merged.ok) throw conflictError(merged.conflicts, detection);
      patches = merged.patches;
    }
    if (!isBehind) unwrapOrThrow(checkResultStates(row.predictions, detection.patches, patches));
    unwrapOrThrow(checkPatches(row.predictions, detection.patches, patches, uprightSize(image)));
    const made = { detectionSid: sid, revision: row.revision + 1, key: key ?? null, userSid: context.session.user.sid };
    await insertPatches(tx, { ...made, patches });
    await rederive(tx, sid);
    answer.push = pushAfter(detection, patches);
    return { details: { patches: patches.length, revision: made.revision } };
  });
  // Every path through the transaction that does not throw has set it.
  if (!answer.push) throw new Error("push result missing after commit");
  return { ...detection, push: answer.push };
}
