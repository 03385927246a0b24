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
import { noteAudit } from "../../audit/audited.ts";
import { insertPatches } from "../../db/image-detections.ts";
import { uprightSize } from "../../db/images.ts";
import { AppError, orRefuse } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { changeDetection, rederive } from "./change-detection.ts";
import { changesSince, conflictError, staleError } from "./conflicts.ts";
import { type Pushed, findPush, pushAfter } from "./pushed.ts";

export const pushImageDetectionPatchesInput = z.object({
  sid: sidSchema,
  patches: z.array(patchSchema).min(1).max(1000),
  /** What the sender last saw; without it the patches are taken as they are. */
  revision: z.number().int().min(0).optional(),
  /** The same key again is the same push: its answer was lost. */
  key: z.string().min(1).max(64).optional(),
  /** Whose edits these are: what waited in a browser is never sent in the name of who signed in there since. */
  author: sidSchema.optional(),
});

/**
 * Appends to the log. Fields that others changed since `revision` merge, unless it is the same field: then
 * nothing is taken, and CONFLICT says what stands there now (decision 30). The answer's `push` says where
 * in the log it stands, the same for a repeated key.
 */
export async function pushImageDetectionPatches(
  context: SignedInContext,
  { sid, patches: incoming, revision, key, author }: z.infer<typeof pushImageDetectionPatchesInput>,
): Promise<ImageDetection & { push: Pushed }> {
  if (author !== undefined && author !== context.session.user.sid) {
    throw new AppError("UNAUTHORIZED", "These edits are somebody else's: they are sent when that person signs in.");
  }
  const answer: { push: Pushed | null } = { push: null };
  const detection = await changeDetection(context, sid, async (tx, { detection, image, project }) => {
    answer.push = key === undefined ? null : findPush(detection, key);
    if (answer.push) return false;
    const { row, results } = detection;
    orRefuse(detectionCan.edit({ status: row.status, results }, { image, project }));
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
    if (!isBehind) orRefuse(checkResultStates(row.predictions, detection.patches, patches));
    orRefuse(checkPatches(row.predictions, detection.patches, patches, uprightSize(image)));
    const made = { detectionSid: sid, revision: row.revision + 1, key: key ?? null, userSid: context.session.user.sid };
    noteAudit({ details: { patches: patches.length, revision: made.revision } });
    await insertPatches(tx, { ...made, patches });
    await rederive(tx, sid);
    answer.push = pushAfter(detection, patches);
    return true;
  });
  // Set on every way through the transaction that does not throw.
  if (!answer.push) throw new Error("a push went through and stands nowhere");
  return { ...detection, push: answer.push };
}
