import {
  BULK_LIMIT,
  REJECTION_INCOMPLETE,
  type BulkResponse,
  bulkImageSchema,
  firstRefusal,
  imageCan,
  isRejectionComplete,
  rejectionFields,
  unchangedSince,
} from "@precount/domain";
import { z } from "zod";
import { closeImageJobs } from "../../db/jobs/write-image-jobs.ts";
import { refreshImageStatuses, updateImages } from "../../db/images/bulk.ts";
import type { SignedInContext } from "../context.ts";
import { enqueueExampleCollection } from "../../queue/enqueue.ts";
import { rejectionDetails } from "./reject-image.ts";
import { deciderNamer, rejectionOf } from "./refuse-decided.ts";
import { type BulkAction, type Held, changeImages, doneOf, sidsOf } from "./bulk.ts";

export const bulkImagesInput = z.object({ images: z.array(bulkImageSchema).min(1).max(BULK_LIMIT) });
type Input = z.infer<typeof bulkImagesInput>;
export const rejectImagesInput = bulkImagesInput
  .extend(rejectionFields)
  .refine(isRejectionComplete, REJECTION_INCOMPLETE);
type Asked = Input["images"][number];

/** The rule for one image: its status must not have changed since the client loaded it, and domain must allow the verb. */
const judgeBy =
  (verb: "reject" | "recover") =>
  ({ image, project, asked }: Held<Asked>) =>
    firstRefusal(
      () => unchangedSince(image, asked.statusDate),
      () => imageCan[verb](image, project),
    );

/**
 * `rejectImage` for many images, with one reason. Without a reason the images keep the one that they had: the undo of Recover.
 * Their queued jobs are closed.
 */
export async function rejectImages(
  context: SignedInContext,
  { images, reason, note }: z.infer<typeof rejectImagesInput>,
): Promise<BulkResponse> {
  const action: BulkAction<Asked, true> = {
    judge: async (tx, held) => {
      const decisions = held.map(({ image }) => rejectionOf(image));
      const nameDecider = await deciderNamer(tx, context.session.user.sid, decisions);
      const rule = judgeBy("reject");
      return (candidate) => {
        const { image, project, asked } = candidate;
        // An undo says that the status has changed since.
        const decision = asked.statusDate === undefined ? rejectionOf(image) : null;
        return nameDecider(rule(candidate), project, decision);
      };
    },
    act: async (tx, allowed) => {
      const given = reason === undefined ? {} : { rejectReason: reason, rejectNote: note ?? null };
      const rejected = { rejectedAt: new Date(), rejectedBy: context.session.user.sid, ...given };
      const dates = await updateImages(tx, sidsOf(allowed), { status: "rejected", ...rejected });
      const endedJobs = await closeImageJobs(tx, sidsOf(allowed));
      return { done: allowed.map((image) => doneOf(image, dates)), endedJobs };
    },
    details: rejectionDetails({ reason, note }),
  };
  return changeImages(context, images, action);
}

/** `recoverImage` for many images: each status follows from the detections again. */
export async function recoverImages(context: SignedInContext, { images }: Input): Promise<BulkResponse> {
  const action: BulkAction<Asked, true> = {
    judge: async () => judgeBy("recover"),
    act: async (tx, allowed) => {
      const held = allowed.map(({ image }) => image);
      const dates = await refreshImageStatuses(tx, held, { rejectedAt: null, rejectedBy: null });
      await enqueueExampleCollection(tx, context.queue, sidsOf(allowed));
      return { done: allowed.map((image) => doneOf(image, dates)) };
    },
  };
  return changeImages(context, images, action);
}
