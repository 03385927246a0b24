import {
  type Label,
  type Outcome,
  type Patch,
  type Rect,
  type Size,
  boxFormPatches,
  formToRect,
  sameRect,
} from "@precount/domain";
import { useState } from "react";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { type BoxField, type BoxTexts, formOf, textsOf } from "./fields.ts";

/** A box as it would be, drawn on the photo before anything is saved. */
export type BoxPreview = { index: number; label: Label; rect: Rect };

export type BoxForm = {
  of: DisplayedResult;
  texts: BoxTexts;
  label: Label;
  outcome: Outcome<readonly Patch[]>;
  type: (field: BoxField, text: string) => void;
  choose: (label: Label) => void;
  save: () => void;
  cancel: () => void;
};

type Open = {
  index: number;
  texts: BoxTexts;
  label: Label;
  filledFrom: { rect: Rect; label: Label };
  /** Its label has been the chosen one: from now on another choice closes it. */
  wasChosen: boolean;
};

type Options = {
  labels: readonly DisplayedResult[];
  /** The form is of the chosen label: another choice closes it. */
  selected: number | null;
  size: Size;
  /** Why nothing can be edited; null when it can. */
  editReason: string | null;
  onSave: (patches: readonly Patch[]) => void;
};

/** The numeric form of one box. Until it is saved nothing of it is anywhere but on the screen. */
export function useBoxForm({ labels, selected, size, editReason, onSave }: Options): {
  form: BoxForm | null;
  preview: BoxPreview | null;
  open: (index: number) => void;
} {
  const [open, setOpen] = useState<Open | null>(null);
  const fill = (label: DisplayedResult): Open => {
    const { rect, label: kind } = label.result;
    const texts = textsOf(rect, kind, size);
    const filledFrom = { rect, label: kind };
    return { index: label.index, texts, label: kind, filledFrom, wasChosen: label.index === selected };
  };
  const openOn = (index: number): void => {
    const label = labels.find((one) => one.index === index);
    if (label) setOpen(fill(label));
  };
  const label = open && labels.find((one) => one.index === open.index);
  if (!open) return { form: null, preview: null, open: openOn };
  const isChosen = selected === open.index;
  if (isChosen && !open.wasChosen) setOpen({ ...open, wasChosen: true });
  if (!label || (open.wasChosen && !isChosen) || editReason !== null || label.result.discarded) {
    setOpen(null);
    return { form: null, preview: null, open: openOn };
  }
  const { rect, label: kind } = label.result;
  // Dragged on the photo, undone, or moved by somebody else meanwhile: the form says what is.
  if (!sameRect(open.filledFrom.rect, rect) || open.filledFrom.label !== kind) setOpen(fill(label));

  const values = formOf(open.texts, open.label);
  const outcome = boxFormPatches(open.index, label.result, values, size);
  const wanted = formToRect(values, size, rect);
  return {
    form: {
      of: label,
      texts: open.texts,
      label: open.label,
      outcome,
      type: (field, text) => setOpen({ ...open, texts: { ...open.texts, [field]: text } }),
      choose: (chosen) => setOpen({ ...open, label: chosen }),
      save: () => {
        if (!outcome.ok) return;
        if (outcome.value.length > 0) onSave(outcome.value);
        setOpen(null);
      },
      cancel: () => setOpen(null),
    },
    preview: outcome.ok && wanted.ok ? { index: open.index, label: open.label, rect: wanted.value } : null,
    open: openOn,
  };
}

/** The labels as they would be drawn with the form's box. */
export const withPreview = (labels: readonly DisplayedResult[], preview: BoxPreview | null): readonly DisplayedResult[] =>
  preview === null
    ? labels
    : labels.map((one) =>
        one.index === preview.index
          ? { ...one, result: { ...one.result, label: preview.label, rect: preview.rect } }
          : one,
      );
