import {
  BULK_LIMIT,
  type BulkResponse,
  bulkImageSchema,
  canUseModel,
  detectionOptionsSchema,
  imageCan,
  sidSchema,
} from "@precount/domain";
import { z } from "zod";
import { findModel } from "../../db/models/read.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import { enqueueDetections } from "../../queue/enqueue.ts";
import type { SignedInContext } from "../context.ts";
import { type BulkAction, type Held, changeImages, doneOf, sidsOf } from "./bulk.ts";

export const detectImagesInput = z.object({
  images: z
    .array(bulkImageSchema.pick({ sid: true }))
    .min(1)
    .max(BULK_LIMIT),
  modelSid: sidSchema,
  options: detectionOptionsSchema.partial().optional(),
});
type Input = z.infer<typeof detectImagesInput>;

/** Queues one model for many images. `done` lists the queued ones. */
export async function detectImages(
  context: SignedInContext,
  { images, modelSid, options }: Input,
): Promise<BulkResponse> {
  const { db, session, queue } = context;
  unwrapOrThrow(canUseModel(session.user, await findModel(db, modelSid)));
  const asked = detectionOptionsSchema.parse(options ?? {});
  const action: BulkAction<Input["images"][number], true> = {
    judge:
      async () =>
      ({ image, project }) =>
        imageCan.detect(image, project),
    act: async (tx, allowed) => {
      const queued = new Set(
        await enqueueDetections(tx, queue, { imageSids: sidsOf(allowed), modelSid, options: asked }),
      );
      const isQueued = ({ image }: Held<unknown>): boolean => queued.has(image.sid);
      const waiting = allowed.filter((image) => !isQueued(image));
      return {
        done: allowed.filter(isQueued).map((image) => doneOf(image)),
        refused: waiting.map(({ image: { sid, name } }) => ({ sid, name, reason: ALREADY_QUEUED })),
      };
    },
  };
  return changeImages(context, images, action);
}

const ALREADY_QUEUED = "This model is already queued for this image.";
