import { type Patch, type PatchConflict, invertPatch, parsePatch } from "@precount/domain";
import type { StoredDetection } from "../../db/detections/stored-detection.ts";
import { AppError } from "../../errors/app-error.ts";

/** How a detection changed after the revision that a client knows. */
export interface ChangesSince {
  /** In order. A reverted patch is represented by a patch to the value that now shows. */
  patches: Patch[];
  /** The number of results at that revision. */
  knownCount: number;
  /** The photo was rotated, so boxes of that revision are in another frame. */
  isTurned: boolean;
  /** Added results were reverted: an index from here on may mean another result now. */
  movedFrom: number | null;
}

export function changesSince({ row, log, results }: StoredDetection, revision: number): ChangesSince {
  const knownAdds = log.filter(
    (entry) =>
      entry.patch.op === "add" &&
      entry.revision <= revision &&
      (entry.removedRevision === null || entry.removedRevision > revision),
  );
  const made = log.filter((entry) => entry.revision > revision && entry.removedRevision === null);
  const pulled = log.filter(
    (entry) => entry.revision <= revision && entry.removedRevision !== null && entry.removedRevision > revision,
  );
  const currentValues = pulled
    .filter(({ patch }) => patch.op !== "add")
    // The inverse of a reverted patch, given today's results, is a patch to today's value.
    .flatMap(({ patch }) => invertPatch(results, patch) ?? []);
  return {
    patches: [...currentValues, ...made.map(({ patch }) => patch)],
    knownCount: row.predictions.length + knownAdds.length,
    isTurned: row.turnedRevision > revision,
    movedFrom: pulled.some(({ patch }) => patch.op === "add") ? row.predictions.length : null,
  };
}

/** A conflict for patches whose boxes or indexes no longer mean the same; null otherwise. */
export function staleError({ isTurned, movedFrom }: ChangesSince, incoming: readonly Patch[]): AppError | null {
  const edits = incoming.map(parsePatch).filter((edit) => edit !== null);
  if (isTurned && edits.some(({ field }) => field === "rect" || field === "add")) {
    return new AppError("CONFLICT", "The photo was rotated meanwhile. Check the box and move it again.");
  }
  const touchesMoved = edits.some((edit) => edit.field !== "add" && movedFrom !== null && edit.index >= movedFrom);
  return touchesMoved ? new AppError("CONFLICT", "Someone else has removed the result that you changed.") : null;
}

/** Says the current value. `details.conflicts` holds both values of every field, so no edit is lost. */
export function conflictError(conflicts: readonly PatchConflict[], { row }: StoredDetection): AppError {
  const [first] = conflicts;
  const what = first ? `the ${first.field} of result ${first.index + 1}` : "the same field";
  const value = first && typeof first.theirs.value !== "object" ? `, it is now '${String(first.theirs.value)}'` : "";
  return new AppError("CONFLICT", `Someone else has changed ${what} meanwhile${value}.`, {
    details: { conflicts, revision: row.revision },
  });
}
