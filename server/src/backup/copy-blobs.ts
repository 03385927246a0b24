import { type BlobStore } from "../storage/blob-store.ts";
import { BlobMissingError } from "../errors/storage-error.ts";

export interface CopyResult {
  copied: number;
  /** sha256s that neither store has. */
  missing: string[];
  /** sha256s whose bytes have another hash. */
  damaged: string[];
}

/** Reports progress in files: how many are done, of how many. */
export type OnProgress = (done: number, total: number) => void;

/** Copies the blobs that `to` lacks. A blob whose bytes do not match its sha256 is not kept. */
export async function copyBlobs(
  from: BlobStore,
  to: BlobStore,
  sha256s: readonly string[],
  onProgress: OnProgress = () => undefined,
): Promise<CopyResult> {
  const result: CopyResult = { copied: 0, missing: [], damaged: [] };
  for (const [done, sha256] of sha256s.entries()) {
    onProgress(done, sha256s.length);
    if (await to.has(sha256)) continue;
    try {
      if (await copyBlob(from, to, sha256)) result.copied += 1;
      else result.damaged.push(sha256);
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error;
      result.missing.push(sha256);
    }
  }
  onProgress(sha256s.length, sha256s.length);
  return result;
}

async function copyBlob(from: BlobStore, to: BlobStore, sha256: string): Promise<boolean> {
  const { stream } = await from.openRead(sha256);
  const staged = await to.stage(stream);
  if (staged.sha256 === sha256) {
    await staged.commit();
    return true;
  }
  await staged.discard();
  return false;
}
