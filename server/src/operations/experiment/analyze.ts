import {
  type AnalysisResponse,
  type AuthUser,
  MAX_PHOTO_BYTES,
  analysisResponseSchema,
  analyzeFormSchema,
  canSeeModel,
  canUseModel,
} from "@precount/domain";
import { sniffPhoto } from "@precount/photos";
import type { FastifyRequest } from "fastify";
import { findModelNamed } from "../../db/models.ts";
import { AppError, notFound, orInvalid, orRefuse } from "../../errors/app-error.ts";
import { analyzePhoto } from "../../queue/analyze-photo.job.ts";
import { ask } from "../../queue/ask.ts";
import type { Services } from "../../processes/services.ts";
import { readOneFile } from "../../http/one-file-form.ts";
import { whileKept } from "./with-temporary-blob.ts";

/** PP-OCR takes 40 s for a large photo on a machine that is busy. Two minutes without a word end a connection (api.ts). */
const PATIENCE = { takenWithinMs: 5000, answeredWithinMs: 110_000 };
const NO_PHOTO = "This is not a photo we can read: please send JPEG, PNG, WebP, TIFF, AVIF or HEIC.";

/** What a model finds in a photo; POST /api/analyze. */
export async function analyze(
  services: Services,
  { user, request, signal }: { user: AuthUser; request: FastifyRequest; signal: AbortSignal },
): Promise<AnalysisResponse> {
  const { staged, fields } = await readOneFile(services.blobs, request, MAX_PHOTO_BYTES);
  try {
    const { modelId, rotation, ...options } = orInvalid(analyzeFormSchema, fields);
    const model = await findModelNamed(services.db, modelId);
    if (!model || !canSeeModel(user, model)) throw notFound("model");
    orRefuse(canUseModel(user, model));
    if (sniffPhoto(staged.head) === null) throw new AppError("BAD_REQUEST", NO_PHOTO);
    const payload = { sha256: staged.sha256, modelName: model.name, rotation, options };
    const found = await whileKept(services, staged, () =>
      ask(services, { job: analyzePhoto, payload, signal, patience: PATIENCE }),
    );
    return analysisResponseSchema.parse({ ...Object(found), createdAt: new Date().toISOString() });
  } finally {
    await staged.discard();
  }
}
