import { type ExtractResponse, MAX_DOCUMENT_BYTES, extractFormSchema, extractResponseSchema } from "@precount/domain";
import { sniffPhoto } from "@precount/photos";
import type { FastifyRequest } from "fastify";
import { AppError, orInvalid } from "../../errors/app-error.ts";
import { ask } from "../../queue/ask.ts";
import { extractDocument } from "../../queue/extract-document.job.ts";
import type { Services } from "../../processes/services.ts";
import { sniffDocument } from "../task/sniff-document.ts";
import { readOneFile } from "../../http/one-file-form.ts";
import { whileKept } from "./with-temporary-blob.ts";

/** The reader stops after 60 s, and so does a vision service; somebody else's file may be before this one. Two minutes without a word end a connection (api.ts). */
const PATIENCE = { takenWithinMs: 5000, answeredWithinMs: 110_000 };
const UNREADABLE = "This can be read neither as a picture nor as a PDF or Word document (docx).";

/** The tables of a picture or document as text; POST /api/gpt/vision. */
export async function extract(
  services: Services,
  { request, signal }: { request: FastifyRequest; signal: AbortSignal },
): Promise<ExtractResponse> {
  const { staged, fields } = await readOneFile(services.blobs, request, MAX_DOCUMENT_BYTES);
  try {
    const form = orInvalid(extractFormSchema, fields);
    const isPicture = sniffPhoto(staged.head) !== null;
    if (!isPicture && (await sniffDocument(staged.path)) === null) throw new AppError("BAD_REQUEST", UNREADABLE);
    const payload = { ...form, sha256: staged.sha256, isPicture };
    const answer = await whileKept(services, staged, () =>
      ask(services, { job: extractDocument, payload, signal, patience: PATIENCE }),
    );
    return extractResponseSchema.parse(answer);
  } finally {
    await staged.discard();
  }
}
