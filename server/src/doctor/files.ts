import { createHash } from "node:crypto";
import { isBlobReferenced, whoNeedsBlobs } from "../db/blob-references.ts";
import { failJobsOfMissingBlobs } from "../db/image-jobs.ts";
import { BlobMissingError, type BlobStore } from "../storage/blob-store.ts";
import { compareStore, removeUnreferenced } from "../storage/reconcile.ts";
import { type Check, type Patient, count, finding } from "./check.ts";

/** Photos and documents: each row has its file, each file its row. */
export const checkFiles: Check = async ({ db, blobs, derived }, fix) => {
  const { missing, unwanted } = await compareStore({ db, blobs });
  const orphans: string[] = [];
  for (const sha256 of unwanted) {
    if (fix ? await removeUnreferenced({ db, blobs, derived }, sha256) : !(await isBlobReferenced(db, sha256)))
      orphans.push(sha256);
  }
  if (fix) await failJobsOfMissingBlobs(db, missing, new BlobMissingError().message);
  return [
    ...finding(
      await whoNeedsBlobs(db, missing),
      `${count(missing, "file is", "files are")} missing in the store: restore from a backup, or upload again.`,
      null,
    ),
    ...finding(orphans, `${count(orphans, "file", "files")} in the store without a row.`, "removed"),
  ];
};

/** The bytes of each file are those that it is named after. */
export const checkBytes: Check = async ({ db, blobs, isDeep }: Patient) => {
  if (!isDeep) return [];
  const damaged: string[] = [];
  for await (const sha256 of blobs.list()) if ((await hashOf(blobs, sha256)) !== sha256) damaged.push(sha256);
  return finding(
    await whoNeedsBlobs(db, damaged),
    `${count(damaged, "file is", "files are")} damaged. Remove them from the store, then restore them from a backup.`,
    null,
  );
};

async function hashOf(blobs: BlobStore, sha256: string): Promise<string> {
  const { stream } = await blobs.openRead(sha256);
  const hash = createHash("sha256");
  for await (const chunk of stream) hash.update(chunk as Buffer); // a byte stream: nobody set an encoding
  return hash.digest("hex");
}
