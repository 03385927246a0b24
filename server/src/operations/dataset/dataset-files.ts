import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { ProcessError } from "@precount/forked-process";
import type { PhotoProcess } from "@precount/photos";
import type { Queryable } from "../../db/connect.ts";
import { BlobMissingError, StorageError } from "../../errors/storage-error.ts";
import type { BlobStore } from "../../storage/blob-store.ts";
import { header, lines } from "../export/csv.ts";
import type { ZipEntry } from "../export/zip.ts";
import { ANNOTATION_FILES, imagePath } from "./annotation-files.ts";
import type { DatasetPlan, PlannedImage } from "./plan-dataset.ts";

type Source = { db: Queryable; blobs: BlobStore; photos: Pick<PhotoProcess, "render"> };

const COLUMNS = ["File", "Split", "Area", "Image", "Approved", "SHA-256", "Address", "Problem"];
/** The quality of the JPEG files of phones. */
const JPEG_QUALITY = 95;

/**
 * The files of a dataset: its annotations, its images unless it has links, and images.csv, which lists all images and those whose
 * file could not be read. Each file is made when the one before it has been written.
 */
export async function* datasetFiles(source: Source, plan: DatasetPlan): AsyncGenerator<ZipEntry> {
  const { format, pixels } = plan.options;
  yield* ANNOTATION_FILES[format](source.db, plan);
  const rows = [header(COLUMNS)];
  const folder = await mkdtemp(join(tmpdir(), "precount-dataset-"));
  try {
    for (const image of plan.images) {
      const opened = pixels === "files" ? await openImage(source, image, folder) : null;
      rows.push(lines([manifestRow(format, image, typeof opened === "string" ? opened : null)]));
      if (opened !== null && typeof opened !== "string")
        yield { name: imagePath(format, image), modifiedAt: image.source.createdAt, content: opened, ownsChunks: true };
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  yield { name: "images.csv", isCompressed: true, content: Readable.from(rows, { objectMode: false }) };
}

/** The upright image: the original where its pixels are, else a JPEG. A problem for the list if it cannot be read. */
async function openImage({ blobs, photos }: Source, image: PlannedImage, folder: string): Promise<Readable | string> {
  const { sha256, rotation } = image.source;
  try {
    if (image.isOriginal) return (await blobs.openRead(sha256)).stream;
    const out = join(folder, "upright.jpg");
    await photos.render(await blobs.path(sha256), { rotation, width: 0, quality: JPEG_QUALITY, out });
    return createReadStream(out);
  } catch (error) {
    if (error instanceof BlobMissingError) return "The original is missing.";
    if (error instanceof StorageError) return "The original cannot be read.";
    if (error instanceof ProcessError) return error.message;
    throw error;
  }
}

const manifestRow = (format: DatasetPlan["options"]["format"], image: PlannedImage, problem: string | null) => [
  imagePath(format, image),
  image.split,
  image.areaCode,
  image.sid,
  image.isApproved ? "yes" : "no",
  image.sha256,
  image.url,
  problem,
];
