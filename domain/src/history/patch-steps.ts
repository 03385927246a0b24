import type { Patch } from "../detection/patch-schema.ts";
import type { Prediction } from "../detection/result.ts";

/** A patch in a detection's log. `removedRevision` is the detection's revision that took it back. */
export type LoggedPatch = { patch: Patch; revision: number; removedRevision: number | null };

/** A patch with its author. */
export type RecordedPatch = LoggedPatch & { at: string; by: string };

/**
 * The effect of a patch on a result. `before` and `after` are texts; `field` is null for steps that change no value. `code` is the
 * result's code before the patch.
 */
export type PatchStep<P extends LoggedPatch = RecordedPatch> = {
  kind: "added" | "changed" | "confirmed" | "restored" | "moved" | "discarded" | "recovered" | "class" | "read";
  field: ValueField | null;
  code: string;
  before: string;
  after: string;
  recorded: P;
};
type ValueField = "code" | "quantity";
type Described = Pick<PatchStep, "kind" | "after"> & { field?: ValueField };

/**
 * The effect of each patch on one result, in the order of the log. Index i is prediction i, followed by the added results in the order of
 * their adds.
 */
export function patchSteps<P extends LoggedPatch>(
  predictions: readonly Prediction[],
  log: readonly P[],
  index: number,
): PatchStep<P>[] {
  const own = patchesOf(log, index, predictions.length);
  const start = predictions[index] ?? own.map(({ patch }) => patch).find((patch) => patch.op === "add")?.value;
  const steps: PatchStep<P>[] = [];
  for (const recorded of own) {
    const { field = null, ...described } = describe(recorded.patch);
    const code = valueBefore(steps, "code", recorded.revision, start);
    const before = field === null ? "" : valueBefore(steps, field, recorded.revision, start);
    const isConfirmation = described.kind === "changed" && before === described.after;
    steps.push({ ...described, ...(isConfirmation && { kind: "confirmed" }), field, code, before, recorded });
  }
  return steps;
}

function patchesOf<P extends LoggedPatch>(log: readonly P[], index: number, predicted: number): P[] {
  let added = predicted - 1;
  return log.filter(({ patch }) => {
    if (patch.op !== "add") return patch.path.startsWith(`/${index}/`);
    added += 1;
    return added === index;
  });
}

/** The value that a patch of a revision replaced. Patches that were taken back before it do not count. */
function valueBefore(
  steps: readonly PatchStep<LoggedPatch>[],
  field: ValueField,
  revision: number,
  start: Prediction | undefined,
): string {
  const last = steps.findLast(
    ({ field: of, recorded: { removedRevision } }) =>
      of === field && (removedRevision === null || removedRevision > revision),
  );
  return last?.after ?? start?.[field]?.value ?? "";
}

function describe(patch: Patch): Described {
  if (patch.op === "add") return { kind: "added", after: patch.value.label };
  const [, , name = ""] = patch.path.split("/");
  if ((name === "code" || name === "quantity") && typeof patch.value === "string") {
    return { kind: "restore" in patch && patch.restore ? "restored" : "changed", field: name, after: patch.value };
  }
  if (name === "rect") return { kind: "moved", after: "" };
  if (name === "label") return { kind: "class", after: patch.value === "shelf" ? "shelf" : "sticker" };
  if (name === "discarded") return { kind: patch.value === true ? "discarded" : "recovered", after: "" };
  return { kind: "read", after: "" };
}
