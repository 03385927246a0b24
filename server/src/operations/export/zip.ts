import { type Readable, finished } from "node:stream";
import ZipStream from "zip-stream";

/** A file of an archive; its content is read when its turn comes, and destroyed whatever happens. */
export type ZipEntry = {
  /** A plain name or a path of plain names; nobody looks at it again. */
  name: string;
  content: Readable;
  modifiedAt?: Date;
  /** Photos are as small as they get: they are stored, as fast as they are read. */
  isCompressed?: boolean;
};

/** The years that an archive can write. */
const [FIRST_YEAR, LAST_YEAR] = [1980, 2107];

/**
 * An archive of `entries`, made as it is read (Zip64 where it must be). Each entry is asked for when the one before is
 * written. Who destroys the archive ends the reading of its entries; an entry that fails ends the archive with its error.
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

/** Resolves when all of an entry is in the archive; the library alone would wait for ever for a content that ends early. */
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
