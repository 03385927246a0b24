import { type ExtractResponse, extractFormSchema, extractResponseSchema } from "@precount/domain";
import { sniffPhoto } from "@precount/photos";
import { AppError, parseOrThrow } from "../../errors/app-error.ts";
import { type AskTimeouts, ask } from "../../queue/ask.ts";
import { extractDocument } from "../../queue/extract-document.job.ts";
import type { StagedBlob } from "../../storage/blob-store.ts";
import type { Services } from "../context.ts";
import { sniffDocument } from "../task/sniff-document.ts";
import { withTemporaryBlob } from "./with-temporary-blob.ts";

/**
 * The reader and a vision service stop after 60 s; another person's file may be read first. The server closes connections that are
 * silent for 120 s (api.ts).
 */
const TIMEOUTS: AskTimeouts = { startMs: 5000, answerMs: 110_000 };
const UNREADABLE = "This file is neither an image nor a PDF or Word document (docx). Save it as PDF and choose that.";

type Request = { staged: StagedBlob; fields: unknown; signal: AbortSignal };

/** The tables of a picture or document as text; the file is not kept (PD-52). Discards the staged file. */
export async function extract(services: Services, { staged, fields, signal }: Request): Promise<ExtractResponse> {
  try {
    const form = parseOrThrow(extractFormSchema, fields);
    const isPicture = sniffPhoto(staged.head) !== null;
    if (!isPicture && (await sniffDocument(staged.path)) === null) throw new AppError("BAD_REQUEST", UNREADABLE);
    const payload = { ...form, sha256: staged.sha256, isPicture };
    const answer = await withTemporaryBlob(services, staged, () =>
      ask(services, { job: extractDocument, payload, signal, timeouts: TIMEOUTS }),
    );
    return extractResponseSchema.parse(answer);
  } finally {
    await staged.discard();
  }
}
