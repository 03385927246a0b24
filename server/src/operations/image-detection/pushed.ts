import type { Patch } from "@precount/domain";
import type { StoredDetection } from "../../db/image-detections.ts";

/** Where a push stands in the log, however much came after it. */
export interface Pushed {
  /** The revision it made. */
  revision: number;
  /** The indexes of the results it added, in order; null for one that was pulled back since. */
  added: (number | null)[];
}

/** The push of this key, if the log has it: the same push came before and its answer was lost. */
export function findPush({ row, log }: StoredDetection, key: string): Pushed | null {
  const first = log.find(({ pushKey }) => pushKey === key);
  if (!first) return null;
  const standing = log.filter(({ patch, removedRevision }) => patch.op === "add" && removedRevision === null);
  const added = log
    .filter(({ patch, pushKey }) => patch.op === "add" && pushKey === key)
    .map((entry) => (standing.includes(entry) ? row.predictions.length + standing.indexOf(entry) : null));
  return { revision: first.revision, added };
}

/** The push that has just been appended to `before`. */
export function pushAfter({ row, results }: StoredDetection, patches: readonly Patch[]): Pushed {
  const adds = patches.filter(({ op }) => op === "add");
  return { revision: row.revision + 1, added: adds.map((_, nth) => results.length + nth) };
}
