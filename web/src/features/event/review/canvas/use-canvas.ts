import { type OverlayBox, type Tools, type ViewportControl, useTools } from "@precount/annotator/react";
import { type ResultClass, type Rect, type Size, makePatch, newShelf, newSticker } from "@precount/domain";
import { type ResultVisibility, toOverlayBoxes } from "../../../../ui/displayed-results.ts";
import { withPreview } from "../box-form/box-form-state.ts";
import { openActiveResult } from "../session/navigation.ts";
import type { ReviewSession } from "../session/review-session.ts";
import { useReview, useSession } from "../session/session-context.ts";

/** The boxes on the photo, with the one of an open box form as the form describes it. */
export function useBoxes(): readonly OverlayBox[] {
  const items = useReview(({ edits }) => edits.items);
  const preview = useReview(({ boxForm }) => boxForm?.preview ?? null);
  const visibility: ResultVisibility = useReview((state) => state.visibility);
  return toOverlayBoxes(withPreview(items, preview), visibility);
}

/** The drawing tools of the photo. One gesture with them is one edit. */
export function useCanvas(control: ViewportControl, view: Size | null, boxes: readonly OverlayBox[]): Tools {
  const session = useSession();
  const image = useReview((state) => state.image);
  const selected = useReview((state) => state.selected);
  const canEdit = useReview(({ editReason }) => editReason === null);
  return useTools({
    control,
    view,
    photo: image,
    boxes,
    selected,
    canEdit,
    onSelect: session.select,
    onOpen: () => openActiveResult(session),
    onAdd: (label, rect) => addResult(session, label, rect),
    onChange: (index, rect) => void session.put(makePatch.rect(index, rect)),
  });
}

/** @param rect where it was drawn; null for the usual size at the usual place */
function addResult(session: ReviewSession, label: ResultClass, rect: Rect | null): void {
  const { image } = session.get();
  const { results } = session.snapshot();
  const drawn = rect ?? undefined;
  const added = label === "sticker" ? newSticker(image, drawn) : newShelf(results, image, drawn);
  // Results are never renumbered, so the new one comes last.
  const index = results.length;
  session.put(makePatch.add(added));
  session.setVisibility({ [label === "shelf" ? "shelves" : "stickers"]: true });
  // A box that was drawn with the pointer is in view; one that was placed with a key may be anywhere.
  if (rect === null) session.selectAndShow(index);
  else session.select(index);
}
