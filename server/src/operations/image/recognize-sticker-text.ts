import {
  type Prediction,
  canUseModel,
  checkBox,
  imageCan,
  predictionSchema,
  readerModel,
  rectSchema,
  sidSchema,
} from "@precount/domain";
import { z } from "zod";
import { uprightSize } from "../../db/images/contents-url.ts";
import { listModels } from "../../db/models/read.ts";
import { AppError, unwrapOrThrow } from "../../errors/app-error.ts";
import { ask } from "../../queue/ask.ts";
import { readSticker } from "../../queue/read-sticker.job.ts";
import type { SignedInContext } from "../context.ts";
import { requireImage } from "./require-image.ts";

export const recognizeStickerTextInput = z.object({
  /** The image's sid. */
  sid: sidSchema,
  rect: rectSchema,
  /** The model of the open detection. Another model reads when this one cannot read single stickers. */
  modelSid: sidSchema.optional(),
});

/**
 * Reads the sticker in a box that a person has drawn; stores nothing. The answer has the form of a model's prediction: values below the
 * confidence thresholds have no pattern.
 */
export async function recognizeStickerText(
  context: SignedInContext,
  { sid, rect, modelSid }: z.infer<typeof recognizeStickerTextInput>,
  signal: AbortSignal | undefined,
): Promise<Prediction> {
  const { db, session } = context;
  const { image, project } = await requireImage(db, session.user, sid);
  unwrapOrThrow(imageCan.edit(image, project));
  unwrapOrThrow(checkBox(rect, uprightSize(image), "sticker"));
  const models = (await listModels(db)).filter((model) => canUseModel(session.user, model).ok);
  const model = readerModel(models, modelSid);
  if (!model) throw new AppError("PRECONDITION_FAILED", "No available model can read single stickers.");
  const payload = { imageSid: sid, modelName: model.name, rect, rotation: image.rotation };
  return predictionSchema.parse(await ask(context, { job: readSticker, payload, signal }));
}
