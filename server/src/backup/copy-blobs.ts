import { BlobMissingError, type BlobStore } from "../storage/blob-store.ts";

export interface CopiedBlobs {
  copied: number;
  /** Those that the one store lacks and the other too. */
  missing: string[];
  /** Those whose bytes are not what their name says. */
  damaged: string[];
}

/** Copies what `to` lacks; every copy is what its name says, or it is not kept. */
export async function copyBlobs(from: BlobStore, to: BlobStore, sha256s: Iterable<string>): Promise<CopiedBlobs> {
  const result: CopiedBlobs = { copied: 0, missing: [], damaged: [] };
  for (const sha256 of sha256s) {
    if (await to.has(sha256)) continue;
    try {
      if (await copyBlob(from, to, sha256)) result.copied += 1;
      else result.damaged.push(sha256);
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error;
      result.missing.push(sha256);
    }
  }
  return result;
}

async function copyBlob(from: BlobStore, to: BlobStore, sha256: string): Promise<boolean> {
  const { stream } = await from.openRead(sha256);
  const staged = await to.stage(stream);
  if (staged.sha256 === sha256) {
    await staged.keep();
    return true;
  }
  await staged.discard();
  return false;
}
