import {
  BULK_LIMIT,
  type BulkResponse,
  accept,
  detectionCan,
  detectionStatusAfter,
  detectionToValidate,
  firstRefusal,
  refuse,
  stillApproved,
  unchangedSince,
  validatedImageSchema,
} from "@precount/domain";
import { z } from "zod";
import type { Transaction } from "../../db/connect.ts";
import { type StoredDetection, lockDetectionsOf, updateDetections } from "../../db/image-detections.ts";
import { refreshImages } from "../../db/images-held.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { type Allowed, type BulkVerb, changeImages, doneOf, sidsOf } from "./bulk.ts";
import type { bulkImagesInput } from "./bulk-reject.ts";

type ValidateInput = z.infer<typeof bulkImagesInput>;
export const invalidateImagesInput = z.object({ images: z.array(validatedImageSchema).min(1).max(BULK_LIMIT) });
type InvalidateInput = z.infer<typeof invalidateImagesInput>;

/** Validates the detection that stands for each image, where every result of it is valid. */
export async function validateImages(context: SignedInContext, { images }: ValidateInput): Promise<BulkResponse> {
  const verb: BulkVerb<ValidateInput["images"][number], StoredDetection> = {
    judge: async (tx, held) => {
      const detections = await lockDetectionsOf(tx, sidsOf(held));
      return ({ image, project, asked }) => {
        const unchanged = unchangedSince(image, asked.statusDate);
        if (!unchanged.ok) return unchanged;
        const outcome = detectionToValidate(
          { status: image.status, detections: (detections.get(image.sid) ?? []).map(factsOf) },
          project,
        );
        return outcome.ok ? accept(outcome.value.stored) : outcome;
      };
    },
    act: async (tx, allowed) => {
      const signature = { validatedAt: new Date(), validatedBy: context.session.user.sid };
      await updateDetections(tx, detectionSids(allowed), { status: "validated", ...signature });
      return { done: await followed(tx, allowed) };
    },
  };
  return changeImages(context, images, verb);
}

/** Takes validations back that nobody has built on since: the image's status and the detection are as they were left. */
export async function invalidateImages(context: SignedInContext, { images }: InvalidateInput): Promise<BulkResponse> {
  const verb: BulkVerb<InvalidateInput["images"][number], StoredDetection> = {
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
      return { done: await followed(tx, allowed) };
    },
  };
  return changeImages(context, images, verb);
}

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

/** The images' statuses follow from their detections, which have one revision more. */
async function followed(tx: Transaction, allowed: readonly Allowed<unknown, StoredDetection>[]) {
  const dates = await refreshImages(
    tx,
    allowed.map(({ image }) => image),
  );
  return allowed.map((one) => ({
    ...doneOf(one, dates),
    detection: { sid: one.found.row.sid, revision: one.found.row.revision + 1 },
  }));
}
