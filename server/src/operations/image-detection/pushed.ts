import type { Patch } from "@precount/domain";
import type { StoredDetection } from "../../db/detections/stored-detection.ts";

/** Where a push is in the log. */
export interface Pushed {
  /** The revision that it created. */
  revision: number;
  /** The current indexes of the results that it added, in order; null for a reverted one. */
  added: (number | null)[];
}

/** The push with this idempotency key, if the log has it. */
export function findPush({ row, log }: StoredDetection, key: string): Pushed | null {
  const first = log.find(({ pushKey }) => pushKey === key);
  if (!first) return null;
  const active = log.filter(({ patch, removedRevision }) => patch.op === "add" && removedRevision === null);
  const indexes = new Map(active.map((entry, nth) => [entry, row.predictions.length + nth]));
  const added = log
    .filter(({ patch, pushKey }) => patch.op === "add" && pushKey === key)
    .map((entry) => indexes.get(entry) ?? null);
  return { revision: first.revision, added };
}

/** The push whose patches were just appended to this detection. */
export function pushAfter({ row, results }: StoredDetection, patches: readonly Patch[]): Pushed {
  const adds = patches.filter(({ op }) => op === "add");
  return { revision: row.revision + 1, added: adds.map((_, nth) => results.length + nth) };
}
