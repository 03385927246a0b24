import { type EditedField, parsePatch } from "./patch.ts";
import type { Patch } from "./patch-schema.ts";
import { sameRect } from "../geometry/rect.ts";

/** The same field of the same result, changed on both sides: nothing is lost, a person decides (decision 30). */
export type PatchConflict = { index: number; field: EditedField; theirs: Patch; ours: Patch };

const keyOf = (patch: Patch): string | null => {
  const edit = parsePatch(patch);
  // What a reader says stands under what people type, so it meets nothing.
  return edit === null || edit.field === "add" || edit.field === "values" ? null : `${edit.index}/${edit.field}`;
};

/**
 * Which incoming patches meet a field that another person changed since the sender last looked. The same
 * value on both sides is agreement, no conflict; adds never meet anything.
 * @param since patches made after the revision the sender knows, in order
 */
export function findConflicts(since: readonly Patch[], incoming: readonly Patch[]): PatchConflict[] {
  const latest = new Map<string, Patch>();
  for (const patch of since) {
    const key = keyOf(patch);
    if (key !== null) latest.set(key, patch);
  }
  const conflicts = new Map<string, PatchConflict>();
  for (const ours of incoming) {
    const edit = parsePatch(ours);
    if (edit === null || edit.field === "add" || edit.field === "values") continue;
    const key = `${edit.index}/${edit.field}`;
    const theirs = latest.get(key);
    if (theirs === undefined) continue;
    // The sender's last word on the field is what counts.
    if (sameValue(theirs, ours)) conflicts.delete(key);
    else conflicts.set(key, { index: edit.index, field: edit.field, theirs, ours });
  }
  return [...conflicts.values()];
}

function sameValue(a: Patch, b: Patch): boolean {
  const [x, y] = [parsePatch(a), parsePatch(b)];
  if (x?.field === "rect" && y?.field === "rect") return sameRect(x.value, y.value);
  if (("restore" in a && a.restore === true) !== ("restore" in b && b.restore === true)) return false;
  return a.value === b.value;
}

/**
 * Incoming patches with their indexes moved to where the results now stand. Results that both sides added
 * meanwhile share an index until one of them moves: what was stored first keeps it, ours go behind.
 * @param knownCount how many results the sender saw, at the revision it knows
 */
export function rebasePatches(since: readonly Patch[], incoming: readonly Patch[], knownCount: number): Patch[] {
  const addedMeanwhile = since.filter((patch) => patch.op === "add").length;
  if (addedMeanwhile === 0) return [...incoming];
  return incoming.map((patch) => {
    const edit = parsePatch(patch);
    if (patch.op === "add" || edit === null || edit.field === "add" || edit.index < knownCount) return patch;
    return { ...patch, path: patch.path.replace(/^\/\d+/, `/${edit.index + addedMeanwhile}`) };
  });
}

export type MergedPatches = { ok: true; patches: Patch[] } | { ok: false; conflicts: PatchConflict[] };

/** Rebased and checked: what may be appended to the log, or the fields a person must look at. */
export function mergePatches(since: readonly Patch[], incoming: readonly Patch[], knownCount: number): MergedPatches {
  const patches = rebasePatches(since, incoming, knownCount);
  const conflicts = findConflicts(since, patches);
  return conflicts.length > 0 ? { ok: false, conflicts } : { ok: true, patches };
}
