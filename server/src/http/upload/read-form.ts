import { MAX_PHOTO_BYTES } from "@precount/domain";
import type { FastifyRequest } from "fastify";
import type { Readable } from "node:stream";
import { z } from "zod";

/** Text that may stand before the files and holds for all of them (decision 56). */
const uploadFieldsSchema = z.object({
  areaCode: z.string().max(64).optional(),
  storeNumber: z.string().max(64).optional(),
  bayCode: z.string().max(64).optional(),
  shelfCode: z.string().max(64).optional(),
});
export type UploadFields = z.infer<typeof uploadFieldsSchema>;

/** One file of the form as it arrives: read it to its end or drain it, else the next one never comes. */
export interface ArrivingFile {
  name: string | undefined;
  stream: Readable;
  /** After the end: whether it was cut at MAX_PHOTO_BYTES. */
  isTooLarge(): boolean;
  fields: UploadFields;
}

const FIELD_NAMES = new Set<string>(Object.keys(uploadFieldsSchema.shape));

/** The form's files in their order. Throws what the multipart reader throws when the connection is cut. */
export async function* readForm(request: FastifyRequest): AsyncGenerator<ArrivingFile> {
  const fields: Record<string, string> = {};
  const parts = request.parts({
    limits: { fileSize: MAX_PHOTO_BYTES, files: Infinity, parts: Infinity, fields: 20, fieldSize: 1000 },
  });
  for await (const part of parts) {
    if (part.type === "field") {
      if (FIELD_NAMES.has(part.fieldname) && typeof part.value === "string") fields[part.fieldname] = part.value;
      continue;
    }
    // The reader keeps every part until the request ends: a form of thousands should not.
    for (const key of Object.keys(part.fields)) delete part.fields[key];
    if (part.fieldname !== "file") {
      part.file.resume();
      continue;
    }
    yield {
      name: part.filename,
      stream: part.file,
      isTooLarge: () => part.file.truncated,
      fields: uploadFieldsSchema.catch({}).parse(fields),
    };
  }
}
