import type { Database } from "../db/connect.ts";
import type { JobQueue } from "../queue/job-queue.ts";
import type { BlobStore } from "../storage/blob-store.ts";
import type { PreviewStore } from "../storage/preview-store.ts";

/** One problem that a check found. */
export interface Finding {
  /** One sentence that includes the number of affected items. */
  problem: string;
  /** The first few affected items. */
  examples: string[];
  /** How the check repaired it, or would with `fix`; null if it cannot be repaired automatically. */
  repair: string | null;
}

export interface CheckContext {
  db: Database;
  blobs: BlobStore;
  previews: PreviewStore;
  queue: JobQueue;
  /** Also reads every blob and compares its hash with its name. */
  isDeep: boolean;
  /** Reports the progress of the deep check in files. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Looks for problems and, with `fix`, repairs them. */
export type Check = (context: CheckContext, fix: boolean) => Promise<Finding[]>;

const MAX_EXAMPLES = 10;

/** A list with one finding, or an empty list if no items are affected. */
export function finding(affected: readonly string[], problem: string, repair: string | null): Finding[] {
  return affected.length === 0 ? [] : [{ problem, examples: affected.slice(0, MAX_EXAMPLES), repair }];
}

/** "1 photo is", "2 photos are": the count with the matching words. */
export const count = (items: readonly unknown[], one: string, many: string): string =>
  items.length === 1 ? `1 ${one}` : `${items.length} ${many}`;
