import {
  type AnalysisResponse,
  type AuthUser,
  analysisResponseSchema,
  analyzeFormSchema,
  canUseModel,
} from "@precount/domain";
import { sniffPhoto } from "@precount/photos";
import { findModelBySidOrName } from "../../db/models/read.ts";
import { AppError, parseOrThrow, unwrapOrThrow } from "../../errors/app-error.ts";
import { analyzePhoto } from "../../queue/analyze-photo.job.ts";
import { type AskTimeouts, ask } from "../../queue/ask.ts";
import type { StagedBlob } from "../../storage/blob-store.ts";
import type { Services } from "../context.ts";
import { withTemporaryBlob } from "./with-temporary-blob.ts";

/** PP-OCR takes 40 s for a large photo on a busy machine. The server closes connections that are silent for 120 s (api.ts). */
const TIMEOUTS: AskTimeouts = { startMs: 5000, answerMs: 110_000 };
const NOT_A_PHOTO = "This is not a photo we can read: please send JPEG, PNG, WebP, TIFF, AVIF or HEIC.";

type Request = { user: AuthUser; staged: StagedBlob; fields: unknown; signal: AbortSignal };

/** Runs a model on a photo without keeping it (PD-57). Discards the staged file. */
export async function analyze(
  services: Services,
  { user, staged, fields, signal }: Request,
): Promise<AnalysisResponse> {
  try {
    const { modelId, rotation, ...options } = parseOrThrow(analyzeFormSchema, fields);
    const model = unwrapOrThrow(canUseModel(user, await findModelBySidOrName(services.db, modelId)));
    if (sniffPhoto(staged.head) === null) throw new AppError("BAD_REQUEST", NOT_A_PHOTO);
    const payload = { sha256: staged.sha256, modelName: model.name, rotation, options };
    const found = await withTemporaryBlob(services, staged, () =>
      ask(services, { job: analyzePhoto, payload, signal, timeouts: TIMEOUTS }),
    );
    return analysisResponseSchema.parse({ ...Object(found), createdAt: new Date().toISOString() });
  } finally {
    await staged.discard();
  }
}
