import { Readable } from "node:stream";
import type { Queryable } from "../../db/connect.ts";
import { type OriginalPhoto, streamOriginals } from "../../db/images/exports.ts";
import { type BlobStore } from "../../storage/blob-store.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import { ArchiveNames } from "./archive-names.ts";
import { header, lines } from "./csv.ts";
import type { ZipEntry } from "./zip.ts";
import type { Log } from "../../telemetry/log.ts";

const MANIFEST = "manifest.csv";
const MANIFEST_COLUMNS = [
  "File",
  "Name",
  "Image",
  "Status",
  "Area",
  "Captured",
  "Uploaded",
  "Size",
  "SHA-256",
  "Problem",
] as const;

type Source = { db: Queryable; blobs: BlobStore; log: Log };

/**
 * The originals of an event as archive entries, followed by a manifest (PD-18). Each file is opened when the previous one has been
 * written. A file that cannot be opened is skipped and reported in the manifest.
 */
export async function* photoEntries({ db, blobs, log }: Source, projectSid: string): AsyncGenerator<ZipEntry> {
  const names = new ArchiveNames([MANIFEST]);
  // One line per photo, kept until the end: 200 bytes each.
  const manifest = [header(MANIFEST_COLUMNS)];
  for await (const photos of streamOriginals(db, projectSid)) {
    for (const photo of photos) {
      const name = names.give(photo.name);
      const opened = await blobs.openRead(photo.sha256).catch((error: unknown) => {
        log.warn({ err: error, image: photo.sid }, "a photo's original cannot be read");
        return error instanceof BlobMissingError ? "The original is missing." : "The original cannot be read.";
      });
      const isFound = typeof opened !== "string";
      manifest.push(lines([manifestRow(photo, isFound ? name : null, isFound ? null : opened)]));
      if (!isFound) continue;
      yield { name, modifiedAt: photo.capturedAt ?? photo.createdAt, content: opened.stream, ownsChunks: true };
    }
  }
  yield { name: MANIFEST, isCompressed: true, content: Readable.from(manifest, { objectMode: false }) };
}

const manifestRow = (photo: OriginalPhoto, file: string | null, problem: string | null) => [
  file,
  photo.name,
  photo.sid,
  photo.status,
  photo.areaCode,
  photo.capturedAt?.toISOString() ?? null,
  photo.createdAt.toISOString(),
  photo.sizeBytes,
  photo.sha256,
  problem,
];
