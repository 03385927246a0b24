import type { Readable } from "node:stream";
import { MAX_PHOTO_BYTES } from "@precount/domain";
import type { FastifyRequest } from "fastify";
import { decodeFormFileName } from "../forms.ts";
import { photoFieldsSchema } from "../../operations/image/photo-fields.ts";

/** A file of the form while it arrives. Read or drain its stream to the end, or the next file never comes. */
export interface IncomingFile {
  name: string | undefined;
  stream: Readable;
  /** After the end of the stream: whether it was cut at MAX_PHOTO_BYTES. */
  isTooLarge(): boolean;
  /** The fields before the file, as they were sent. */
  fields: Readonly<Record<string, string>>;
}

const FIELD_NAMES = new Set<string>(Object.keys(photoFieldsSchema.shape));

/** The form's files in order. Throws the multipart reader's error when the connection is cut. */
export async function* readForm(request: FastifyRequest): AsyncGenerator<IncomingFile> {
  const fields: Record<string, string> = {};
  const parts = request.parts({
    limits: { fileSize: MAX_PHOTO_BYTES, files: Infinity, parts: Infinity, fields: 20, fieldSize: 1000 },
  });
  for await (const part of parts) {
    if (part.type === "field") {
      if (FIELD_NAMES.has(part.fieldname) && typeof part.value === "string") fields[part.fieldname] = part.value;
      continue;
    }
    // The multipart reader keeps every part until the request ends; a form may have thousands.
    for (const key of Object.keys(part.fields)) delete part.fields[key];
    if (part.fieldname !== "file") {
      part.file.resume();
      continue;
    }
    yield {
      name: decodeFormFileName(part.filename),
      stream: part.file,
      isTooLarge: () => part.file.truncated,
      fields: { ...fields },
    };
  }
}
