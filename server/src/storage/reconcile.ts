import type { FastifyBaseLogger } from "fastify";
import { isBlobReferenced, listReferencedBlobs, lockBlob } from "../db/blob-references.ts";
import type { Database } from "../db/connect.ts";
import { failJobsForMissingBlobs } from "../db/jobs/missing-blobs.ts";
import { type BlobStore } from "./blob-store.ts";
import { BlobMissingError } from "../errors/storage-error.ts";
import type { PreviewStore } from "./preview-store.ts";

export interface ReconcileOptions {
  db: Database;
  blobs: BlobStore;
  previews: PreviewStore;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
  startedAt: Date;
}

export interface ReconcileResult {
  /** Number of removed staged files of processes that have ended. */
  abandoned: number;
  /** Number of removed blobs without a row. */
  unreferenced: number;
  /** sha256s of rows whose blob is missing; their images get a failed job. */
  missing: string[];
}

/**
 * Repairs what a kill or power failure between writing a blob and its row left behind. Safe while servers run: a blob is removed
 * under the same advisory lock under which an upload commits it and inserts its row.
 */
export async function reconcile({ db, blobs, previews, log, startedAt }: ReconcileOptions): Promise<ReconcileResult> {
  const abandoned = await blobs.clearAbandoned(startedAt);
  const { referenced, stored, missing, unreferenced } = await compareBlobsWithRows({ db, blobs });
  let removed = 0;
  for (const sha256 of unreferenced) if (await removeUnreferenced({ db, blobs, previews }, sha256)) removed += 1;
  for (const sha256 of await previews.list()) {
    if (!referenced.has(sha256) && !stored.has(sha256)) await previews.delete(sha256);
  }
  if (missing.length > 0) {
    log.warn({ count: missing.length, first: missing.slice(0, 10) }, "files are missing in the store");
    await failJobsForMissingBlobs(db, missing, new BlobMissingError().message);
  }
  if (abandoned + removed > 0) log.info({ abandoned, unreferenced: removed }, "removed files of interrupted uploads");
  return { abandoned, unreferenced: removed, missing };
}

/** Removes a blob and its previews unless a row refers to it. Returns whether it removed them. */
export async function removeUnreferenced(
  { db, blobs, previews }: Pick<ReconcileOptions, "db" | "blobs" | "previews">,
  sha256: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockBlob(tx, sha256);
    if (await isBlobReferenced(tx, sha256)) return false;
    await blobs.delete(sha256);
    await previews.delete(sha256);
    return true;
  });
}

export interface StoreComparison {
  /** sha256s that rows refer to, and sha256s in the store. */
  referenced: ReadonlySet<string>;
  stored: ReadonlySet<string>;
  missing: string[];
  /** Stored, but without a row. An upload may be about to insert the row: `removeUnreferenced` checks it under the lock. */
  unreferenced: string[];
}

/** Compares the blobs in the store with those that rows refer to. */
export async function compareBlobsWithRows({
  db,
  blobs,
}: Pick<ReconcileOptions, "db" | "blobs">): Promise<StoreComparison> {
  const referenced = await collect(listReferencedBlobs(db));
  const stored = await collect(blobs.list());
  const missing: string[] = [];
  // A blob may have been stored after the list was read.
  for (const sha256 of referenced) if (!stored.has(sha256) && !(await blobs.has(sha256))) missing.push(sha256);
  return { referenced, stored, missing, unreferenced: [...stored].filter((sha256) => !referenced.has(sha256)) };
}

async function collect(items: AsyncIterable<string>): Promise<Set<string>> {
  const all = new Set<string>();
  for await (const item of items) all.add(item);
  return all;
}
