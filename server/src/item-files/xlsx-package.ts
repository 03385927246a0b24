import { ITEM_FILE_LIMITS } from "@precount/domain";
import { SaxesParser } from "saxes";
import type { Entry, ZipFile } from "yauzl";
import { openZip } from "@precount/documents/zip";
import { ItemFileError } from "./item-file-error.ts";

const MAX_ENTRIES = 5000;
/** Smaller parts may have any compression ratio. */
const RATIO_FROM_BYTES = 1024 * 1024;

export const DAMAGED =
  "This workbook is damaged. Open it in a spreadsheet program, save it as .xlsx and choose it again.";
export const NOT_XLSX = "This is not an Excel workbook (.xlsx). Save the list as .xlsx or .csv and choose it again.";
const PROTECTED = "This workbook is protected by a password. Remove the password and choose it again.";
const TOO_LARGE = `This workbook unpacks to more than ${ITEM_FILE_LIMITS.maxUnpackedBytes / 1024 / 1024} MB. Split it, or save it as .csv.`;
const BOMB = "This workbook unpacks to hundreds of times its size, which no real workbook does. It was not read.";

/** The parts of an XLSX file. Nothing is unpacked to disk, and no name is used as a path. */
export type XlsxPackage = {
  entry(name: string): Entry | undefined;
  /** The unpacked bytes of a part; yauzl fails if there are more than declared. */
  open(entry: Entry): AsyncIterable<Uint8Array>;
  close(): void;
};

/** Opens a workbook after checking its directory against the limits. Throws ItemFileError. */
export async function openXlsx(path: string): Promise<XlsxPackage> {
  const zip = await openZip(path).catch((error: unknown) => {
    throw new ItemFileError(DAMAGED, { cause: error });
  });
  try {
    const entries = await listEntries(zip);
    return {
      entry: (name) => entries.get(name.toLowerCase()),
      open: (entry) => bytesOf(zip, entry),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof ItemFileError ? error : new ItemFileError(DAMAGED, { cause: error });
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new ItemFileError(DAMAGED);
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (unpacked > ITEM_FILE_LIMITS.maxUnpackedBytes) throw new ItemFileError(TOO_LARGE);
    if (entry.isEncrypted()) throw new ItemFileError(PROTECTED);
    const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
    if (entry.uncompressedSize > RATIO_FROM_BYTES && ratio > ITEM_FILE_LIMITS.maxCompressionRatio)
      throw new ItemFileError(BOMB);
    entries.set(entry.fileName.toLowerCase(), entry);
  }
  return entries;
}

async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const stream = await zip.openReadStreamPromise(entry);
  // Without an encoding a stream's chunks are Buffers.
  for await (const chunk of stream) yield chunk as Buffer;
}

export type XmlHandlers = {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

/** A parser that accepts no DTD, so that a part can neither expand entities nor load other files. Names have no prefix. */
export function createXmlParser({ open, close, text }: XmlHandlers): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on("doctype", () => {
    throw new ItemFileError("This workbook declares XML entities, which no spreadsheet program does. It was not read.");
  });
  if (open) parser.on("opentag", ({ name, attributes }) => open(localName(name), attributes));
  if (close) parser.on("closetag", ({ name }) => close(localName(name)));
  if (text) parser.on("text", text);
  return parser;
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);
