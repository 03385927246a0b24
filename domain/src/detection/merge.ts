import { type EditedField, parsePatch } from "./patch.ts";
import type { Patch } from "./patch-schema.ts";
import { sameRect } from "../geometry/rect.ts";

/** The same field of the same result was changed on both sides. Both values are kept and the user decides (PD-30). */
export type PatchConflict = { index: number; field: EditedField; theirs: Patch; ours: Patch };

const keyOf = (patch: Patch): string | null => {
  const edit = parsePatch(patch);
  // A reader's `values` never override a typed value, so they conflict with nothing.
  return edit === null || edit.field === "add" || edit.field === "values" ? null : `${edit.index}/${edit.field}`;
};

/**
 * The incoming patches that change a field that someone else changed since the sender's revision. Equal values are no
 * conflict; adds never conflict.
 * @param since patches after the sender's revision, in order
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
    // The sender's last patch of the field decides.
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
 * Shifts the indexes of incoming patches past results that were added concurrently: the stored ones keep their index,
 * the incoming ones follow.
 * @param knownCount number of results at the sender's revision
 */
export function rebasePatches(since: readonly Patch[], incoming: readonly Patch[], knownCount: number): Patch[] {
  const addedConcurrently = since.filter((patch) => patch.op === "add").length;
  if (addedConcurrently === 0) return [...incoming];
  return incoming.map((patch) => {
    const edit = parsePatch(patch);
    if (patch.op === "add" || edit === null || edit.field === "add" || edit.index < knownCount) return patch;
    return { ...patch, path: patch.path.replace(/^\/\d+/, `/${edit.index + addedConcurrently}`) };
  });
}

export type MergedPatches = { ok: true; patches: Patch[] } | { ok: false; conflicts: PatchConflict[] };

/**
 * Rebases patches and checks for conflicts: returns the patches to append, or the conflicts for the user to resolve.
 */
export function mergePatches(since: readonly Patch[], incoming: readonly Patch[], knownCount: number): MergedPatches {
  const patches = rebasePatches(since, incoming, knownCount);
  const conflicts = findConflicts(since, patches);
  return conflicts.length > 0 ? { ok: false, conflicts } : { ok: true, patches };
}
