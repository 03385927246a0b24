import { isBlobReferenced, describeBlobReferences } from "../db/blob-references.ts";
import { failJobsForMissingBlobs } from "../db/jobs/missing-blobs.ts";
import { BlobMissingError } from "../errors/storage-error.ts";
import { sha256Of } from "../lib/sha256-of.ts";
import { compareBlobsWithRows, removeUnreferenced } from "../storage/reconcile.ts";
import { type Check, type CheckContext, count, finding } from "./check.ts";

const UNKNOWN_FILES =
  "The database knows none of the files in the store. Check DATA_DIR and DATABASE_URL, or restore a backup into an empty installation.";

/** Every row has its blob, and every blob belongs to a row. */
export const checkFiles: Check = async ({ db, blobs, previews }, fix) => {
  const { missing, unreferenced, referenced } = await compareBlobsWithRows({ db, blobs });
  // A database that knows no file is probably not the one of this store.
  if (referenced.size === 0 && unreferenced.length > 0) return finding(unreferenced, UNKNOWN_FILES, null);
  const withoutRow: string[] = [];
  for (const sha256 of unreferenced) {
    if (fix ? await removeUnreferenced({ db, blobs, previews }, sha256) : !(await isBlobReferenced(db, sha256)))
      withoutRow.push(sha256);
  }
  if (fix) await failJobsForMissingBlobs(db, missing, new BlobMissingError().message);
  return [
    ...finding(
      await describeBlobReferences(db, missing),
      `${count(missing, "file is", "files are")} missing in the store: copy from a backup, or upload again.`,
      null,
    ),
    ...finding(withoutRow, `${count(withoutRow, "file", "files")} in the store without a row.`, "removed"),
  ];
};

/** A file that has been removed meanwhile is not damaged. */
async function isDamaged(blobs: CheckContext["blobs"], sha256: string): Promise<boolean> {
  try {
    return (await sha256Of((await blobs.openRead(sha256)).stream)) !== sha256;
  } catch (error) {
    if (error instanceof BlobMissingError) return false;
    throw error;
  }
}

/** The bytes of every blob have the sha256 that is its name. */
export const checkBytes: Check = async ({ db, blobs, isDeep, onProgress = () => undefined }: CheckContext) => {
  if (!isDeep) return [];
  const damaged: string[] = [];
  const sha256s: string[] = [];
  for await (const sha256 of blobs.list()) sha256s.push(sha256);
  for (const [done, sha256] of sha256s.entries()) {
    onProgress(done, sha256s.length);
    if (await isDamaged(blobs, sha256)) damaged.push(sha256);
  }
  onProgress(sha256s.length, sha256s.length);
  const them = damaged.length === 1 ? "it" : "them";
  return finding(
    await describeBlobReferences(db, damaged),
    `${count(damaged, "file is", "files are")} damaged. Remove ${them} from the store, then copy ${them} from a backup.`,
    null,
  );
};
