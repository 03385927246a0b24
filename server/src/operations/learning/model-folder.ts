import { createReadStream } from "node:fs";
import { copyFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { lockBlobs } from "../../db/blob-references.ts";
import type { Transaction } from "../../db/connect.ts";
import { type ModelFile, insertModelFiles, listModelFiles } from "../../db/models/learned.ts";
import type { StagedBlob } from "../../storage/blob-store.ts";
import type { WorkerContext } from "../worker-context.ts";

export type FolderContext = Pick<WorkerContext, "blobs" | "db" | "modelFiles">;

/**
 * Stores the files of a learned model's folder, for backups and for other workers. `register` runs in the transaction and calls
 * `addFiles` with the model's sid when its row exists.
 */
export async function storeModelFiles(
  { db, blobs, modelFiles }: FolderContext,
  name: string,
  register: (tx: Transaction, addFiles: (sid: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const folder = join(modelFiles.learnedDir, name);
  const staged: (ModelFile & { blob: StagedBlob })[] = [];
  try {
    for (const file of await readdir(folder)) {
      const blob = await blobs.stage(createReadStream(join(folder, file)));
      staged.push({ name: file, sha256: blob.sha256, blob });
    }
    await db.transaction((tx) =>
      register(tx, async (sid) => {
        await lockBlobs(
          tx,
          staged.map(({ sha256 }) => sha256),
        );
        for (const { blob } of staged) await blob.commit();
        await insertModelFiles(
          tx,
          sid,
          staged.map(({ name: file, sha256 }) => ({ name: file, sha256 })),
        );
      }),
    );
  } finally {
    for (const { blob } of staged) await blob.discard();
  }
}

/** Writes the folder of a learned model that this worker does not have, from the store. Without stored files nothing happens. */
export async function restoreModelFolder(
  { db, blobs, modelFiles }: FolderContext,
  { sid, name }: { sid: string; name: string },
): Promise<void> {
  if ((await modelFiles.listLearned()).includes(name)) return;
  const files = await listModelFiles(db, sid);
  if (files.length === 0) return;
  await modelFiles.writeLearned(name, async (folder) => {
    for (const file of files) await copyFile(await blobs.path(file.sha256), join(folder, file.name));
  });
}
