import type { Rect } from "../geometry/rect.ts";
import { type Edit, parsePatch } from "./patch.ts";
import type { Patch } from "./patch-schema.ts";
import type { Reading } from "./reading.ts";
import { withAlternatives } from "./recognition.ts";
import type { Label, Prediction, Result } from "./result.ts";
import { type ReadingField, patternOf } from "./validity.ts";

/**
 * A result while patches are applied: what it began as and what stands over it. Results depend on nothing
 * else, not on the order things came about, which is what makes every patch undoable.
 */
type Draft = {
  /** What a model said, for good (decision 20); of a drawn one what it was drawn as, then what a reader said. */
  base: Prediction;
  readonly added: boolean;
  label: Label;
  rect: Rect;
  /** What a person typed; undefined while the reader's value stands. */
  code: string | undefined;
  quantity: string | undefined;
  discarded: boolean;
};

/**
 * Results = predictions with the log of patches applied in order; pure, and the same on server and web
 * (decision 20). A typed value gets its pattern computed anew and has no confidence. An added result has
 * no original. A patch on an index that does not exist is skipped: `checkPatch` says why beforehand.
 *
 * Index i of the results is prediction i, then the added ones in the order of their adds; for good (decision 21).
 */
export function applyPatches(predictions: readonly Prediction[], patches: readonly Patch[]): Result[] {
  const drafts = predictions.map((prediction) => begin(prediction, false));
  for (const patch of patches) {
    const edit = parsePatch(patch);
    if (edit === null) continue;
    if (edit.field === "add") {
      drafts.push(begin(edit.value, true));
      continue;
    }
    const draft = drafts[edit.index];
    if (draft !== undefined) applyEdit(draft, edit);
  }
  return drafts.map(finish);
}

const begin = (base: Prediction, added: boolean): Draft => ({
  base,
  added,
  label: base.label,
  rect: base.rect,
  code: undefined,
  quantity: undefined,
  discarded: false,
});

function applyEdit(draft: Draft, edit: Exclude<Edit, { field: "add" }>): void {
  switch (edit.field) {
    case "code":
    case "quantity":
      draft[edit.field] = edit.restore ? undefined : edit.value;
      return;
    case "rect":
      draft.rect = edit.value;
      return;
    case "label":
      draft.label = edit.value;
      return;
    case "discarded":
      draft.discarded = edit.value;
      return;
    case "values":
      if (draft.added) draft.base = withAlternatives(draft.base, edit.value);
  }
}

function finish(draft: Draft): Result {
  const { base, label } = draft;
  const result: Result = {
    label,
    rect: draft.rect,
    confidence: base.confidence,
    code: reading(draft, "code"),
    values: base.values,
    discarded: draft.discarded,
    original: draft.added ? null : toOriginal(base),
  };
  // What was a sticker keeps its quantity as a shelf, unused, so that it comes back with the label.
  const hasQuantity = label === "sticker" || base.label === "sticker" || (draft.quantity ?? "") !== "";
  return hasQuantity ? { ...result, quantity: reading(draft, "quantity") } : result;
}

function reading(draft: Draft, field: ReadingField): Reading {
  const typed = draft[field];
  if (typed !== undefined) return { value: typed, pattern: patternOf(draft.label, field, typed) };
  return readerReading(draft.base, draft.label, field);
}

/** A prediction as a result shows it: a sticker always has a quantity, a shelf never, patterns earned. */
function toOriginal(base: Prediction): Prediction {
  const { quantity: _, ...rest } = base;
  const settled: Prediction = { ...rest, code: readerReading(base, base.label, "code") };
  return base.label === "sticker" ? { ...settled, quantity: readerReading(base, "sticker", "quantity") } : settled;
}

/**
 * What the reader said, under the label the result now has. No pattern is believed that the value does not
 * satisfy (an added result comes from a browser), and a value read with too little confidence stays doubtful
 * under any label: only a person's own typing settles it.
 */
function readerReading(base: Prediction, label: Label, field: ReadingField): Reading {
  const said = field === "quantity" && base.label === "shelf" ? undefined : base[field];
  if (said === undefined) return { value: "", pattern: null };
  const { value, confidence } = said;
  if (confidence === undefined) return { value, pattern: patternOf(label, field, value) };
  const doubtful = said.pattern === null && patternOf(base.label, field, value) !== null;
  return { value, pattern: doubtful ? null : patternOf(label, field, value), confidence };
}

/** An added result that was discarded again: gone for people (spec §4), kept only so that no index moves. */
export const isRemoved = (result: Result): boolean => result.original === null && result.discarded;

/** What is on the screen, each with its index for patches: all but the removed ones. */
export function visibleResults(results: readonly Result[]): { index: number; result: Result }[] {
  return results.map((result, index) => ({ index, result })).filter(({ result }) => !isRemoved(result));
}
