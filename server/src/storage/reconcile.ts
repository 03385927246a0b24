import type { FastifyBaseLogger } from "fastify";
import { isBlobReferenced, listReferencedBlobs, lockBlob } from "../db/blob-references.ts";
import type { Database } from "../db/connect.ts";
import { failJobsOfMissingBlobs } from "../db/image-jobs.ts";
import { type BlobStore, BlobMissingError } from "./blob-store.ts";
import type { DerivedPictures } from "./derived-pictures.ts";

export interface ReconcileOptions {
  db: Database;
  blobs: BlobStore;
  derived: DerivedPictures;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
  startedAt: Date;
}

export interface Reconciled {
  /** Half-written uploads of processes that are gone. */
  abandoned: number;
  /** Files nobody has a row for, now removed. */
  orphans: number;
  /** sha256 of rows whose file is gone; their images say so. */
  missing: string[];
}

/**
 * Puts right what a kill or a power cut left between a file and its row. Safe beside running servers: a file
 * is removed under the same lock under which an upload keeps it and writes its row.
 */
export async function reconcile({ db, blobs, derived, log, startedAt }: ReconcileOptions): Promise<Reconciled> {
  const abandoned = await blobs.clearAbandoned(startedAt);
  const { wanted, stored, missing, unwanted } = await compareStore({ db, blobs });
  let orphans = 0;
  for (const sha256 of unwanted) if (await removeUnreferenced({ db, blobs, derived }, sha256)) orphans += 1;
  for (const sha256 of await derived.list()) {
    if (!wanted.has(sha256) && !stored.has(sha256)) await derived.delete(sha256);
  }
  if (missing.length > 0) {
    log.warn({ count: missing.length, first: missing.slice(0, 10) }, "photos whose files are gone from the store");
    await failJobsOfMissingBlobs(db, missing, new BlobMissingError().message);
  }
  if (abandoned + orphans > 0) log.info({ abandoned, orphans }, "removed what interrupted uploads had left");
  return { abandoned, orphans, missing };
}

/** Whether it removed the file: nobody has a row for these bytes, and nobody is about to. */
export async function removeUnreferenced(
  { db, blobs, derived }: Pick<ReconcileOptions, "db" | "blobs" | "derived">,
  sha256: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockBlob(tx, sha256);
    if (await isBlobReferenced(tx, sha256)) return false;
    await blobs.delete(sha256);
    await derived.delete(sha256);
    return true;
  });
}

export interface StoreCompared {
  /** What rows need, and what there is. */
  wanted: ReadonlySet<string>;
  stored: ReadonlySet<string>;
  missing: string[];
  /** Whose row may only be on its way: `removeUnreferenced` knows. */
  unwanted: string[];
}

/** The files that rows need beside those that are there. */
export async function compareStore({ db, blobs }: Pick<ReconcileOptions, "db" | "blobs">): Promise<StoreCompared> {
  const wanted = await collect(listReferencedBlobs(db));
  const stored = await collect(blobs.list());
  const missing: string[] = [];
  // One that arrived since the list was read is not missing.
  for (const sha256 of wanted) if (!stored.has(sha256) && !(await blobs.has(sha256))) missing.push(sha256);
  return { wanted, stored, missing, unwanted: [...stored].filter((sha256) => !wanted.has(sha256)) };
}

async function collect(items: AsyncIterable<string>): Promise<Set<string>> {
  const all = new Set<string>();
  for await (const item of items) all.add(item);
  return all;
}
