import {
  type Image,
  type ResultClass,
  type Outcome,
  type Patch,
  type Rect,
  boxFormPatches,
  formToRect,
  isFormMovedInside,
  sameRect,
} from "@precount/domain";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { type BoxTexts, formOf, textsOf } from "./fields.ts";

/** The open numeric form of one box. Its values are not saved until the user presses Save. */
export type OpenBoxForm = {
  index: number;
  texts: BoxTexts;
  label: ResultClass;
  /** The box that the texts were made from. */
  filledFrom: { rect: Rect; label: ResultClass };
  /** Its result has been the selected one, so that selecting another result closes the form. */
  wasSelected: boolean;
};

/** A box as the form describes it, drawn on the photo before it is saved. */
type BoxPreview = { index: number; label: ResultClass; rect: Rect };

export type BoxFormState = {
  open: OpenBoxForm;
  item: DisplayedResult;
  outcome: Outcome<readonly Patch[]>;
  /** The corners of the rotated box are outside the photo: Save moves it inside. */
  isMovedInside: boolean;
  preview: BoxPreview | null;
};

type Context = {
  itemsByIndex: ReadonlyMap<number, DisplayedResult>;
  selected: number | null;
  editReason: string | null;
  image: Image;
};

/** A form with the box of `item` as it is now. */
export function newBoxForm(item: DisplayedResult, { selected, image }: Context): OpenBoxForm {
  const { rect, label } = item.result;
  const texts = textsOf(rect, label, image);
  return { index: item.index, texts, label, filledFrom: { rect, label }, wasSelected: item.index === selected };
}

/**
 * The form after a change of the results or of the selection. It closes when another result is selected, when its result
 * is discarded, or when nothing can be edited. It is filled again when its box was dragged, undone or moved by another user.
 */
export function resolveBoxForm(open: OpenBoxForm | null, context: Context): BoxFormState | null {
  if (open === null) return null;
  const { itemsByIndex, selected, editReason, image } = context;
  const item = itemsByIndex.get(open.index);
  const isSelected = selected === open.index;
  if (!item || (open.wasSelected && !isSelected) || editReason !== null || item.result.discarded) return null;
  const { rect, label } = item.result;
  const isStale = !sameRect(open.filledFrom.rect, rect) || open.filledFrom.label !== label;
  const form = isStale ? newBoxForm(item, context) : { ...open, wasSelected: open.wasSelected || isSelected };
  const values = formOf(form.texts, form.label);
  const outcome = boxFormPatches(form.index, item.result, values, image);
  const box = formToRect(values, image, rect);
  const preview = outcome.ok && box.ok ? { index: form.index, label: form.label, rect: box.value } : null;
  return { open: form, item, outcome, isMovedInside: outcome.ok && isFormMovedInside(values, image, rect), preview };
}

/** The results as they are drawn while the form is open. */
export const withPreview = (
  items: readonly DisplayedResult[],
  preview: BoxPreview | null,
): readonly DisplayedResult[] =>
  preview === null
    ? items
    : items.map((one) =>
        one.index === preview.index
          ? { ...one, result: { ...one.result, label: preview.label, rect: preview.rect } }
          : one,
      );
