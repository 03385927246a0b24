import {
  BULK_LIMIT,
  type BulkResponse,
  accept,
  detectionCan,
  detectionStatusAfter,
  detectionToValidate,
  firstRefusal,
  imageToValidateSchema,
  refuse,
  stillApproved,
  unchangedSince,
  validatedImageSchema,
} from "@precount/domain";
import { z } from "zod";
import type { Transaction } from "../../db/connect.ts";
import type { StoredDetection } from "../../db/detections/stored-detection.ts";
import { lockDetectionsOf } from "../../db/detections/read.ts";
import { updateDetections } from "../../db/detections/write.ts";
import { refreshImageStatuses } from "../../db/images/bulk.ts";
import type { SignedInContext } from "../context.ts";
import type { Change } from "../../live/publish-change.ts";
import { enqueueExampleCollection } from "../../queue/enqueue.ts";
import type { ImageInProject } from "../../db/images/read.ts";
import { applyItemList } from "../item/apply-item-list.ts";
import { type Decision, decisionOf, deciderNamer } from "./refuse-decided.ts";
import { type Allowed, type BulkAction, changeImages, doneOf, sidsOf } from "./bulk.ts";

export const validateImagesInput = z.object({ images: z.array(imageToValidateSchema).min(1).max(BULK_LIMIT) });
type ValidateInput = z.infer<typeof validateImagesInput>;
export const invalidateImagesInput = z.object({ images: z.array(validatedImageSchema).min(1).max(BULK_LIMIT) });
type InvalidateInput = z.infer<typeof invalidateImagesInput>;

/** Validates the main detection of each image whose results are all valid. */
export async function validateImages(context: SignedInContext, { images }: ValidateInput): Promise<BulkResponse> {
  const action: BulkAction<ValidateInput["images"][number], StoredDetection> = {
    judge: async (tx, held) => {
      const detections = await lockDetectionsOf(tx, sidsOf(held));
      const decisionFor = ({ image }: ImageInProject): Decision | null =>
        decisionOf(image, detections.get(image.sid)?.find(({ row }) => row.validatedBy !== null)?.row);
      const nameDecider = await deciderNamer(tx, context.session.user.sid, held.map(decisionFor));
      return (candidate) => {
        const { image, project, asked } = candidate;
        const unchanged = unchangedSince(image, asked.statusDate);
        if (!unchanged.ok) return unchanged;
        const outcome = detectionToValidate(
          { status: image.status, detections: (detections.get(image.sid) ?? []).map(factsOf) },
          project,
        );
        if (!outcome.ok) return nameDecider(outcome, project, decisionFor(candidate));
        const { stored } = outcome.value;
        // A user approves only values that were shown to them.
        return isAsShown(stored, asked.detection) ? accept(stored) : refuse(CHANGED_SINCE_SHOWN);
      };
    },
    act: async (tx, allowed) => {
      const signature = { validatedAt: new Date(), validatedBy: context.session.user.sid };
      await updateDetections(tx, detectionSids(allowed), { status: "validated", ...signature });
      const done = await refreshStatuses(tx, allowed);
      await enqueueExampleCollection(tx, context.queue, sidsOf(allowed));
      return { done };
    },
  };
  return changeImages(context, images, action);
}

/** Undoes validations of images and detections that have not changed since. */
export async function invalidateImages(context: SignedInContext, { images }: InvalidateInput): Promise<BulkResponse> {
  const action: BulkAction<InvalidateInput["images"][number], StoredDetection> = {
    judge: async (tx, held) => {
      const detections = await lockDetectionsOf(tx, sidsOf(held));
      return ({ image, project, asked }) => {
        const wanted = detections.get(image.sid)?.find(({ row }) => row.sid === asked.detection.sid);
        const outcome = firstRefusal(
          () => stillApproved(image, asked.statusDate),
          () => (wanted?.row.revision === asked.detection.revision ? accept(true) : refuse(CHANGED)),
          () => (wanted ? detectionCan.invalidate(factsOf(wanted), { image, project }) : refuse(CHANGED)),
        );
        if (!outcome.ok) return outcome;
        return wanted ? accept(wanted) : refuse(CHANGED);
      };
    },
    act: async (tx, allowed) => {
      const byStatus = Map.groupBy(allowed, ({ found }) => detectionStatusAfter("invalidate", found));
      for (const [status, group] of byStatus) {
        await updateDetections(tx, detectionSids(group), { status, validatedAt: null, validatedBy: null });
      }
      const changes: Change[] = [];
      for (const [projectSid, group] of Map.groupBy(allowed, ({ project }) => project.sid)) {
        const unlocked = group.map(({ image }) => image);
        changes.push(...(await applyItemList(tx, projectSid, unlocked)));
      }
      // After the item list, which may change statuses and revisions once more.
      return { done: await refreshStatuses(tx, allowed, new Set(changes.map(({ sid }) => sid))) };
    },
  };
  return changeImages(context, images, action);
}

const CHANGED_SINCE_SHOWN = "Its values were changed after they were shown to you. Look at them again.";
const isAsShown = ({ row }: StoredDetection, shown: ValidateInput["images"][number]["detection"]): boolean =>
  shown === undefined || (row.sid === shown.sid && row.revision === shown.revision);

const CHANGED = "Its detection was changed again meanwhile.";

const factsOf = (stored: StoredDetection) => ({
  stored,
  sid: stored.row.sid,
  status: stored.row.status,
  validatedAt: stored.row.validatedAt,
  inferredAt: stored.row.inferredAt,
  results: stored.results,
});

const detectionSids = (allowed: readonly Allowed<unknown, StoredDetection>[]): string[] =>
  allowed.map(({ found }) => found.row.sid);

/**
 * Updates the images' statuses from their detections, whose revisions have increased by one, and of those that are `changedTwice` by
 * two.
 */
async function refreshStatuses(
  tx: Transaction,
  allowed: readonly Allowed<unknown, StoredDetection>[],
  changedTwice: ReadonlySet<string> = new Set(),
) {
  const dates = await refreshImageStatuses(
    tx,
    allowed.map(({ image }) => image),
  );
  return allowed.map((image) => ({
    ...doneOf(image, dates),
    detection: {
      sid: image.found.row.sid,
      revision: image.found.row.revision + (changedTwice.has(image.found.row.sid) ? 2 : 1),
    },
  }));
}
