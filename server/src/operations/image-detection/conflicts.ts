import { type Patch, type PatchConflict, invertPatch, parsePatch } from "@precount/domain";
import type { StoredDetection } from "../../db/image-detections.ts";
import { AppError } from "../../errors/app-error.ts";

/** What others did to a detection after the revision somebody knows. */
export interface ChangesSince {
  /** In order; what was pulled back stands here as a patch to the value that now shows. */
  patches: Patch[];
  /** How many results there were at that revision. */
  knownCount: number;
  /** The photo was turned: boxes of that revision are of another frame. */
  isTurned: boolean;
  /** Results from this index on were pulled back: what was there then may be something else now. */
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
  const nowStanding = pulled
    .filter(({ patch }) => patch.op !== "add")
    // What takes a patch back, given today's results, is a patch to today's value.
    .flatMap(({ patch }) => invertPatch(results, patch) ?? []);
  return {
    patches: [...nowStanding, ...made.map(({ patch }) => patch)],
    knownCount: row.predictions.length + knownAdds.length,
    isTurned: row.turnedRevision > revision,
    movedFrom: pulled.some(({ patch }) => patch.op === "add") ? row.predictions.length : null,
  };
}

/** Patches that cannot be understood any more, whatever fields they touch. */
export function staleError({ isTurned, movedFrom }: ChangesSince, incoming: readonly Patch[]): AppError | null {
  const edits = incoming.map(parsePatch).filter((edit) => edit !== null);
  if (isTurned && edits.some(({ field }) => field === "rect" || field === "add")) {
    return new AppError("CONFLICT", "The photo was rotated meanwhile. Please look at it again, then move the box.");
  }
  const touchesMoved = edits.some((edit) => edit.field !== "add" && movedFrom !== null && edit.index >= movedFrom);
  return touchesMoved
    ? new AppError("CONFLICT", "The result you changed was taken back by someone else meanwhile.")
    : null;
}

/** Says what stands there now; `details.conflicts` holds theirs and ours of every field, so nothing is lost. */
export function conflictError(conflicts: readonly PatchConflict[], { row }: StoredDetection): AppError {
  const [first] = conflicts;
  const what = first ? `the ${first.field} of result ${first.index + 1}` : "the same field";
  const value = first && typeof first.theirs.value !== "object" ? `, it is now '${String(first.theirs.value)}'` : "";
  return new AppError("CONFLICT", `Someone else has changed ${what} meanwhile${value}.`, {
    details: { conflicts, revision: row.revision },
  });
}
