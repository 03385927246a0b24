import type { FastifyRequest } from "fastify";
import { AppError } from "../errors/app-error.ts";
import { asTransientError } from "../errors/transient-error.ts";
import type { BlobStore, StagedBlob } from "../storage/blob-store.ts";
import { decodeFormFileName, requireForm } from "./forms.ts";
import { interruptedError, isCutShort } from "./interrupted-upload.ts";

/** A form with one file. The caller commits or discards the staged file. */
export type OneFileForm = {
  staged: StagedBlob;
  /** The client's name for the file. */
  name: string | undefined;
  /** The other fields, before and after the file. The last one of a name counts. */
  fields: Record<string, string>;
};

/** Enough for names, numbers, and the options of an item list with the names of its columns. */
const MAX_FIELD_BYTES = 8000;
const INTERRUPTED = "The upload was interrupted. Please send it again.";
const ONE_AT_A_TIME = "Please send one file at a time.";

const invalid = (message: string): AppError => new AppError("BAD_REQUEST", message);

/**
 * Reads a form to its end even after an error, because a client that is still sending does not read the answer.
 * @throws AppError with a message for the person; then no file of the form is kept
 */
export async function readOneFile(blobs: BlobStore, request: FastifyRequest, maxBytes: number): Promise<OneFileForm> {
  requireForm(request);
  const files: Pick<OneFileForm, "staged" | "name">[] = [];
  const fields: Record<string, string> = Object.create(null) as Record<string, string>; // Without a prototype: clients choose the names.
  let refusal: AppError | null = null;
  try {
    const limits = { fileSize: maxBytes, files: 10, fields: 20, parts: 30, fieldSize: MAX_FIELD_BYTES };
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        // Without the field the call would do something that the client did not ask for.
        if (part.valueTruncated) refusal ??= invalid(`The field ${part.fieldname} is too long.`);
        if (typeof part.value === "string") fields[part.fieldname] = part.value;
      } else if (part.fieldname !== "file" || files.length > 0 || refusal !== null) {
        if (part.fieldname === "file") refusal ??= invalid(ONE_AT_A_TIME);
        part.file.resume();
      } else {
        const { file } = part;
        const staged = await blobs.stage(file).catch((error: unknown) => {
          if (isCutShort(file)) throw error;
          return toTransientError(error);
        });
        if (staged instanceof AppError) {
          refusal = staged;
          part.file.resume();
        } else {
          files.push({ staged, name: decodeFormFileName(part.filename) });
          refusal = findProblem(staged, part.file.truncated, maxBytes);
        }
      }
    }
  } catch (error) {
    request.log.info({ err: error }, "an upload was interrupted");
    refusal ??= interruptedError(request, INTERRUPTED);
  }
  const [file] = files;
  if (file && refusal === null) return { ...file, fields };
  await file?.staged.discard();
  throw refusal ?? invalid("No file was sent.");
}

function findProblem({ sizeBytes }: StagedBlob, isCut: boolean, maxBytes: number): AppError | null {
  if (isCut) {
    const maxMb = Math.floor(maxBytes / 1024 / 1024);
    return new AppError("PAYLOAD_TOO_LARGE", `The file is larger than ${maxMb} MB. Please send a smaller one.`);
  }
  return sizeBytes === 0 ? invalid("The file is empty.") : null;
}

/** Errors of the store and refusals of the virus scanner are thrown after the form has been read. */
function toTransientError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const refusal = asTransientError(error);
  if (refusal === null) throw error;
  return refusal;
}
