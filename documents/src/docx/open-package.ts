import type { Readable } from "node:stream";
import { CONTENT_TYPES_MAX_BYTES, CONTENT_TYPES_PART, isWordDocument } from "@precount/domain";
import type { Entry, ZipFile } from "yauzl";
import { DocumentError, type Failure } from "../document-error.ts";
import { openZip } from "../zip/index.ts";
import { DAMAGED, type XmlElement, readXml } from "./xml.ts";

const MB = 1024 * 1024;
/** Word writes about twenty entries, and one for each picture. */
const MAX_ENTRIES = 5000;
/** The maximum declared size of all entries together. */
const MAX_TOTAL_BYTES = 200 * MB;
/** The maximum size of one part. A table of 33,000 rows has 31 MB. */
const MAX_PART_BYTES = 64 * MB;
/** The maximum compression ratio of entries larger than RATIO_FROM_BYTES. Word's packages stay below 100. */
const MAX_RATIO = 500;
const RATIO_FROM_BYTES = MB;

const NOT_WORD: Failure = {
  happened:
    "This is not a Word document (docx). It may be a template, a document with macros or another program's file.",
  toDo: "Save it as .docx or PDF and upload that.",
};
export const ENCRYPTED: Failure = {
  happened: "This Word document is protected by a password.",
  toDo: "Remove the password in Word, save it and upload it again.",
};
const INCOMPLETE: Failure = {
  happened: "This Word document is damaged or did not arrive completely.",
  toDo: "Open it in Word, save it again and upload it again.",
};
const TOO_LARGE: Failure = {
  happened: `This Word document unpacks to more than ${MAX_TOTAL_BYTES / MB} MB.`,
  toDo: "Split it or make its pictures smaller, and upload it again.",
};
const BOMB: Failure = {
  happened: "This Word document unpacks to hundreds of times its size, which may be an attack.",
  toDo: "If you trust its source, open it in Word, save it as PDF and upload that.",
};
const TOO_MANY: Failure = {
  happened: `This Word document holds more than ${MAX_ENTRIES} files.`,
  toDo: "Split it and upload the parts.",
};
const BAD_NAMES: Failure = {
  happened: "This Word document holds files under names that Word never gives, which may be an attack.",
  toDo: "If you trust its source, open it in Word, save it as PDF and upload that.",
};

/**
 * The parts of a Word document, read by name. Nothing is unpacked to disk, and no name is used as a path.
 */
export interface WordPackage {
  has(name: string): boolean;
  /** Reads a part; undefined when it does not exist. Throws DocumentError. */
  readPart(name: string): Promise<XmlElement | undefined>;
  close(): void;
}

/** Opens a Word document after checking its ZIP directory against the limits. Throws DocumentError. */
export async function openPackage(path: string): Promise<WordPackage> {
  const zip = await openZip(path).catch((error: unknown) => {
    throw new DocumentError(INCOMPLETE, { cause: error });
  });
  try {
    const entries = await listEntries(zip);
    const types = entries.get(keyOf(CONTENT_TYPES_PART));
    if (!types || !isWordDocument(await readText(zip, types))) throw new DocumentError(NOT_WORD);
    return {
      has: (name) => entries.has(keyOf(name)),
      async readPart(name) {
        const entry = entries.get(keyOf(name));
        return entry && readXml(bytesOf(zip, entry, MAX_PART_BYTES));
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Part names are case-insensitive. */
const keyOf = (name: string): string => name.toLowerCase();

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new DocumentError(TOO_MANY);
  const entries = new Map<string, Entry>();
  let totalBytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      totalBytes += entry.uncompressedSize;
      const refusal = refuseEntry(entry) ?? (totalBytes > MAX_TOTAL_BYTES ? TOO_LARGE : null);
      if (refusal !== null) throw new DocumentError(refusal);
      if (entries.has(keyOf(entry.fileName))) throw new DocumentError(BAD_NAMES);
      entries.set(keyOf(entry.fileName), entry);
    }
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    const message = error instanceof Error ? error.message : "";
    // yauzl's messages for `../`, `/etc` and `C:\`
    throw new DocumentError(/relative path|absolute path/.test(message) ? BAD_NAMES : INCOMPLETE, {
      cause: error,
    });
  }
  return entries;
}

function refuseEntry(entry: Entry): Failure | null {
  if (entry.isEncrypted()) return ENCRYPTED;
  if (!entry.canDecodeFileData()) return INCOMPLETE;
  if (entry.uncompressedSize > RATIO_FROM_BYTES && entry.uncompressedSize > MAX_RATIO * entry.compressedSize)
    return BOMB;
  return null;
}

/** The bytes of an entry, at most its declared size (yauzl checks) and at most `maxBytes`. */
async function* bytesOf(zip: ZipFile, entry: Entry, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (entry.uncompressedSize > maxBytes) throw new DocumentError(TOO_LARGE);
  let stream: Readable;
  try {
    stream = await zip.openReadStreamPromise(entry);
  } catch (error) {
    throw new DocumentError(INCOMPLETE, { cause: error });
  }
  stream.once("error", () => undefined);
  try {
    // Without an encoding a stream's chunks are Buffers.
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw new DocumentError(DAMAGED, { cause: error });
  }
}

async function readText(zip: ZipFile, entry: Entry): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytesOf(zip, entry, CONTENT_TYPES_MAX_BYTES)) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
