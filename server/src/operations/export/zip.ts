import { type Readable, finished } from "node:stream";
import { crc32 } from "node:zlib";
import checksums from "crc-32";
import ZipStream from "zip-stream";
import { freeMemory } from "../../lib/free-memory.ts";

// zip-stream computes checksums with this library in JavaScript, which took a third of the time to build an archive.
Object.assign(checksums, { buf: (bytes: Uint8Array, seed = 0) => crc32(bytes, seed >>> 0) });

/** A file of an archive. Its content is read in order, and destroyed in any case. */
export type ZipEntry = {
  /** A plain name or a path of plain names. It is not checked again. */
  name: string;
  content: Readable;
  modifiedAt?: Date;
  /** Photos are not compressed, because they do not get smaller. */
  isCompressed?: boolean;
  /** Nothing else reads the content's chunks, so their memory may be freed once they are sent. */
  ownsChunks?: boolean;
};

/** Chunks of entries that own them. The library passes chunks of stored entries on as they are, and makes new ones of others. */
const ownedChunks = new WeakSet<Uint8Array>();

/** Frees a chunk of an archive after it was sent, if it belongs to an entry that owns it. */
export function freeSentChunk(chunk: Uint8Array): void {
  if (ownedChunks.delete(chunk)) freeMemory(chunk);
}

/** The years that the format can represent. */
const [FIRST_YEAR, LAST_YEAR] = [1980, 2107];

/**
 * An archive of `entries`, created while it is read (Zip64 if needed). Each entry is requested after the previous one has been written.
 * Destroying the archive ends the reading of its entries; a failed entry ends the archive with its error.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipStream();
  fill(zip, entries).catch((error: unknown) => {
    zip.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return zip;
}

async function fill(zip: ZipStream, entries: AsyncIterable<ZipEntry>): Promise<void> {
  for await (const entry of entries) {
    const { content } = entry;
    const stop = (): void => void content.destroy();
    zip.once("close", stop);
    try {
      if (zip.destroyed) return;
      await written(zip, entry);
    } finally {
      zip.off("close", stop);
      content.destroy();
    }
  }
  zip.finalize();
}

/** Resolves when the entry has been written. The library alone would wait forever for content that is destroyed early. */
const written = (zip: ZipStream, entry: ZipEntry) =>
  new Promise<void>((resolve, reject) => {
    const { name, content, modifiedAt = new Date(), isCompressed = false, ownsChunks = false } = entry;
    finished(content, { writable: false }, (error) => {
      if (error) reject(error);
    });
    zip.entry(content, { name, store: !isCompressed, date: writable(modifiedAt) }, (error) => {
      if (error) reject(error);
      else resolve();
    });
    // Runs before the archive's own listener, which passes the chunk on.
    if (ownsChunks) content.prependListener("data", (chunk: Uint8Array) => ownedChunks.add(chunk));
  });

function writable(date: Date): Date {
  const year = date.getUTCFullYear();
  return year > FIRST_YEAR && year < LAST_YEAR ? date : new Date(Date.UTC(FIRST_YEAR, 0, 2));
}
