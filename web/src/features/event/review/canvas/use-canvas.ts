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
  onOpen: (index: number | null) => void;
  /** A label of that kind was added: it must be seen. */
  onAdded: (label: Label) => void;
};

/** The tools on an image, and their gestures as edits: one gesture is one patch. */
export function useCanvas({ image, editReason, edits, onAdded, ...options }: Options): Tools {
  const { control, onSelect } = options;
  const add = (label: Label, rect: Rect | null): void => {
    const drawn = rect ?? undefined;
    const added = label === "sticker" ? newSticker(image, drawn) : newShelf(edits.results, image, drawn);
    edits.put(makePatch.add(added));
    onAdded(label);
    // Results are never renumbered: it comes last.
    onSelect(edits.results.length);
    // Drawn with the pointer it is where one looks; placed with a key it may be anywhere.
    if (rect === null) control.show(added.rect);
  };
  return useTools({
    ...options,
    photo: image,
    canEdit: editReason === null,
    onAdd: add,
    onChange: (index, rect) => edits.put(makePatch.rect(index, rect)),
  });
}
