import { type OverlayBox, type Tools, type ViewportControl, useTools } from "@precount/annotator/react";
import { type Image, type Label, type Rect, type Size, makePatch, newShelf, newSticker } from "@precount/domain";
import type { Edits } from "../use-edits.ts";

type Options = {
  control: ViewportControl;
  view: Size | null;
  image: Image;
  boxes: readonly OverlayBox[];
  selected: number | null;
  editReason: string | null;
  edits: Edits;
  onSelect: (index: number | null) => void;
};

/** The tools on an image, and their gestures as edits: one gesture is one patch. */
export function useCanvas({ control, view, image, boxes, selected, editReason, edits, onSelect }: Options): Tools {
  const add = (label: Label, rect: Rect | null): void => {
    const drawn = rect ?? undefined;
    const added = label === "sticker" ? newSticker(image, drawn) : newShelf(edits.results, image, drawn);
    edits.put(makePatch.add(added));
    // Results are never renumbered: it comes last.
    onSelect(edits.results.length);
    // Drawn with the pointer it is where one looks; placed with a key it may be anywhere.
    if (rect === null) control.show(added.rect);
  };
  return useTools({
    control,
    view,
    photo: image,
    boxes,
    selected,
    canEdit: editReason === null,
    onSelect,
    onAdd: add,
    onChange: (index, rect) => edits.put(makePatch.rect(index, rect)),
  });
}
