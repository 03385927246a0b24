import {
  type Prediction,
  canSeeModel,
  checkBox,
  imageCan,
  predictionSchema,
  readerModel,
  rectSchema,
  sidSchema,
} from "@precount/domain";
import { z } from "zod";
import { uprightSize } from "../../db/images.ts";
import { listModels } from "../../db/models.ts";
import { AppError, orRefuse } from "../../errors/app-error.ts";
import { ask } from "../../queue/ask.ts";
import { readSticker } from "../../queue/read-sticker.job.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { requireImage } from "./require-image.ts";

export const recognizeStickerTextInput = z.object({
  /** The image's. */
  sid: sidSchema,
  rect: rectSchema,
  /** The model of the detection at hand; another one reads where this one cannot read single stickers. */
  modelSid: sidSchema.optional(),
});

/**
 * Reads the sticker at a place that a person has drawn, and stores nothing. The answer is a detection as a model
 * would find it there: values below a detection's thresholds have no pattern.
 */
export async function recognizeStickerText(
  context: SignedInContext,
  { sid, rect, modelSid }: z.infer<typeof recognizeStickerTextInput>,
  signal: AbortSignal | undefined,
): Promise<Prediction> {
  const { db, session } = context;
  const { image, project } = await requireImage(db, session.user, sid);
  orRefuse(imageCan.edit(image, project));
  orRefuse(checkBox(rect, uprightSize(image), "sticker"));
  const models = (await listModels(db)).filter((model) => canSeeModel(session.user, model));
  const model = readerModel(models, modelSid);
  if (!model) throw new AppError("PRECONDITION_FAILED", "No model here can read a single sticker.");
  const payload = { imageSid: sid, modelName: model.name, rect, rotation: image.rotation };
  return predictionSchema.parse(await ask(context, { job: readSticker, payload, signal }));
}
