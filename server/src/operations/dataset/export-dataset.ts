import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { DatasetOptions } from "@precount/domain";
import { PhotoProcess } from "@precount/photos";
import type { Config } from "../../config/config.ts";
import { type InstallationLocation, openInstallation } from "../../db/installation.ts";
import { findProject } from "../../db/projects/read.ts";
import { OperatorError } from "../../errors/operator-error.ts";
import { makeFolder } from "../../lib/make-folder.ts";
import { openBlobStore } from "../../storage/open-blob-store.ts";
import { zipOf } from "../export/zip.ts";
import { datasetFiles } from "./dataset-files.ts";
import { planDataset } from "./plan-dataset.ts";

export type DatasetExport = {
  /** The event's slug. */
  event: string;
  options: DatasetOptions;
  /** A folder, new or empty, or the path of a ZIP. */
  out: string;
};

/**
 * Writes an event's dataset, with or without a running server. Throws OperatorError.
 * @returns the number of images
 */
export async function exportDataset(
  location: InstallationLocation & Pick<Config, "publicUrl">,
  { event, options, out }: DatasetExport,
): Promise<number> {
  const { publicUrl } = location;
  if (options.pixels === "links" && publicUrl === null)
    throw new OperatorError("Links need the address of this installation: set PUBLIC_URL.");
  const connection = await openInstallation(location);
  const photos = new PhotoProcess();
  try {
    const project = await findProject(connection.db, event);
    if (!project) throw new OperatorError(`There is no event ${event}.`);
    const plan = await planDataset(connection.db, project, options, publicUrl?.replace(/\/+$/, "") ?? null);
    const source = { db: connection.db, blobs: openBlobStore(location), photos };
    const files = datasetFiles(source, plan);
    await (out.endsWith(".zip") ? writeZip(out, files) : writeFolder(out, files));
    return plan.images.length;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST")
      throw new OperatorError(`${out} exists already.`, { cause: error });
    throw error;
  } finally {
    await photos.close();
    await connection.close();
  }
}

async function writeZip(path: string, files: ReturnType<typeof datasetFiles>): Promise<void> {
  const file = await open(path, "wx").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    throw new OperatorError(`The folder ${dirname(path)} does not exist.`, { cause: error });
  });
  try {
    await pipeline(zipOf(files), file.createWriteStream());
  } catch (error) {
    // An incomplete ZIP would look like a finished one, and the next export would not replace it.
    await rm(path, { force: true });
    throw error;
  }
}

async function writeFolder(folder: string, files: ReturnType<typeof datasetFiles>): Promise<void> {
  await makeFolder(folder);
  if ((await readdir(folder)).length > 0) throw new OperatorError(`The folder ${folder} is not empty.`);
  for await (const { name, content } of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await pipeline(content, createWriteStream(path));
  }
}
