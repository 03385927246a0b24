import type { Database } from "../db/connect.ts";
import type { JobQueue } from "../queue/job-queue.ts";
import type { BlobStore } from "../storage/blob-store.ts";
import type { DerivedPictures } from "../storage/derived-pictures.ts";

/** One thing that is not as it should be. */
export interface Finding {
  /** One sentence, with how many. */
  problem: string;
  /** Whose, the first few. */
  examples: string[];
  /** What was done about it, or would be; null when only a person can. */
  mending: string | null;
}

export interface Patient {
  db: Database;
  blobs: BlobStore;
  derived: DerivedPictures;
  queue: JobQueue;
  /** Also reads every file, to compare it with its name. */
  isDeep: boolean;
}

/** Looks, and mends what it finds when `fix` says so. */
export type Check = (patient: Patient, fix: boolean) => Promise<Finding[]>;

const MOST_EXAMPLES = 10;

/** None when there is nothing to tell. */
export function finding(found: readonly string[], problem: string, mending: string | null): Finding[] {
  return found.length === 0 ? [] : [{ problem, examples: found.slice(0, MOST_EXAMPLES), mending }];
}

export const count = (items: readonly unknown[], one: string, many: string): string =>
  items.length === 1 ? `1 ${one}` : `${items.length} ${many}`;
