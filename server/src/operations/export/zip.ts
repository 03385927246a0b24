import { type Readable, finished } from "node:stream";
import { crc32 } from "node:zlib";
import checksums from "crc-32";
import ZipStream from "zip-stream";

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
};

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
const written = (zip: ZipStream, { name, content, modifiedAt = new Date(), isCompressed = false }: ZipEntry) =>
  new Promise<void>((resolve, reject) => {
    finished(content, { writable: false }, (error) => {
      if (error) reject(error);
    });
    zip.entry(content, { name, store: !isCompressed, date: writable(modifiedAt) }, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });

function writable(date: Date): Date {
  const year = date.getUTCFullYear();
  return year > FIRST_YEAR && year < LAST_YEAR ? date : new Date(Date.UTC(FIRST_YEAR, 0, 2));
}
