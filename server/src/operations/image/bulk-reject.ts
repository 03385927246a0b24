import {
  BULK_LIMIT,
  type BulkResponse,
  bulkImageSchema,
  firstRefusal,
  imageCan,
  unchangedSince,
} from "@precount/domain";
import { z } from "zod";
import { closeImageJobs } from "../../db/image-jobs.ts";
import { refreshImages, updateImages } from "../../db/images-held.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { type BulkVerb, type Held, changeImages, doneOf, sidsOf } from "./bulk.ts";

export const bulkImagesInput = z.object({ images: z.array(bulkImageSchema).min(1).max(BULK_LIMIT) });
type Input = z.infer<typeof bulkImagesInput>;
type Asked = Input["images"][number];

/** The rule for one image, and that nothing has happened to it since. */
const judgeBy =
  (verb: "reject" | "recover") =>
  ({ image, project, asked }: Held<Asked>) =>
    firstRefusal(
      () => unchangedSince(image, asked.statusDate),
      () => imageCan[verb](image, project),
    );

/** `rejectImage` for many. What is queued for them is ended with it. */
export async function rejectImages(context: SignedInContext, { images }: Input): Promise<BulkResponse> {
  const verb: BulkVerb<Asked, true> = {
    judge: async () => judgeBy("reject"),
    act: async (tx, allowed) => {
      const rejected = { rejectedAt: new Date(), rejectedBy: context.session.user.sid };
      const dates = await updateImages(tx, sidsOf(allowed), { status: "rejected", ...rejected });
      const endedJobs = await closeImageJobs(tx, sidsOf(allowed));
      return { done: allowed.map((one) => doneOf(one, dates)), endedJobs };
    },
  };
  return changeImages(context, images, verb);
}

/** `recoverImage` for many: each goes back to what its detections make of it. */
export async function recoverImages(context: SignedInContext, { images }: Input): Promise<BulkResponse> {
  const verb: BulkVerb<Asked, true> = {
    judge: async () => judgeBy("recover"),
    act: async (tx, allowed) => {
      const held = allowed.map(({ image }) => image);
      const dates = await refreshImages(tx, held, { rejectedAt: null, rejectedBy: null });
      return { done: allowed.map((one) => doneOf(one, dates)) };
    },
  };
  return changeImages(context, images, verb);
}
