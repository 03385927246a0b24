import type { Rect } from "../geometry/rect.ts";
import { type Edit, parsePatch } from "./patch.ts";
import type { Patch } from "./patch-schema.ts";
import type { Reading } from "./reading.ts";
import { withAlternatives } from "./recognition.ts";
import type { ResultClass, Prediction, Result } from "./result.ts";
import { type ReadingField, patternOf } from "./validity.ts";

/**
 * A result while patches are applied: the base, and the edits that replace its values. The result depends only on these two and not on
 * the order in which base and edits arrive, so that every patch can be undone.
 */
export type Draft = {
  /**
   * A model's prediction, which never changes (PD-20); for a drawn result what was drawn, then what a reader
   * returned.
   */
  base: Prediction;
  readonly isAdded: boolean;
  label: ResultClass;
  rect: Rect;
  /** The typed value; undefined while the reader's value applies. */
  code: string | undefined;
  quantity: string | undefined;
  discarded: boolean;
};

/** Applies a patch to the drafts; an add appends one. Returns the index of the changed draft, null if the patch has none. */
export function patchDrafts(drafts: Draft[], patch: Patch): number | null {
  const edit = parsePatch(patch);
  if (edit === null) return null;
  if (edit.field === "add") return drafts.push(toDraft(edit.value, true)) - 1;
  const draft = drafts[edit.index];
  if (draft === undefined) return null;
  applyEdit(draft, edit);
  return edit.index;
}

/** The drafts of predictions with a patch log applied. */
export function draftsOf(predictions: readonly Prediction[], patches: readonly Patch[]): Draft[] {
  const drafts = predictions.map((prediction) => toDraft(prediction, false));
  for (const patch of patches) patchDrafts(drafts, patch);
  return drafts;
}

const toDraft = (base: Prediction, isAdded: boolean): Draft => ({
  base,
  isAdded,
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
      if (draft.isAdded) draft.base = withAlternatives(draft.base, edit.value);
  }
}

export function toResult(draft: Draft): Result {
  const { base, label } = draft;
  const result: Result = {
    label,
    rect: draft.rect,
    confidence: base.confidence,
    code: reading(draft, "code"),
    values: base.values,
    discarded: draft.discarded,
    original: draft.isAdded ? null : toOriginal(base),
    // A browser does not say how a drawn sticker is written.
    ...(base.writing && !draft.isAdded && { writing: base.writing }),
  };
  // A sticker changed to a shelf keeps its quantity, unused, so that changing back restores it.
  const hasQuantity = label === "sticker" || base.label === "sticker" || (draft.quantity ?? "") !== "";
  return hasQuantity ? { ...result, quantity: reading(draft, "quantity") } : result;
}

function reading(draft: Draft, field: ReadingField): Reading {
  const typed = draft[field];
  if (typed !== undefined) return { value: typed, pattern: patternOf(draft.label, field, typed) };
  return readerReading(draft.base, draft.label, field);
}

/** A prediction as `original`: a sticker always has a quantity, a shelf never, and patterns are recomputed. */
function toOriginal(base: Prediction): Prediction {
  const { quantity: _, ...rest } = base;
  const settled: Prediction = { ...rest, code: readerReading(base, base.label, "code") };
  return base.label === "sticker" ? { ...settled, quantity: readerReading(base, "sticker", "quantity") } : settled;
}

/**
 * The reader's value under the result's current class. The pattern is recomputed, because an added result comes from
 * a browser. A value that was below its threshold stays doubtful under any class; only typing accepts it.
 */
function readerReading(base: Prediction, label: ResultClass, field: ReadingField): Reading {
  const read = field === "quantity" && base.label === "shelf" ? undefined : base[field];
  if (read === undefined) return { value: "", pattern: null };
  const { value, confidence, listing } = read;
  if (confidence === undefined) return { value, pattern: patternOf(label, field, value) };
  const doubtful = read.pattern === null && patternOf(base.label, field, value) !== null;
  const pattern = doubtful ? null : patternOf(label, field, value);
  return { value, pattern, confidence, ...(listing !== undefined && label === "sticker" && { listing }) };
}
