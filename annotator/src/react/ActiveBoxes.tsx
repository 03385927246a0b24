import type { ReactElement } from "react";
import { draftBox } from "../tools/state.ts";
import { BoxShape, FocusRing } from "./BoxShape.tsx";
import type { OverlayBox } from "./overlay-box.ts";
import { useStore } from "./use-store.ts";
import type { Tools } from "./use-tools.ts";
import type { ViewportControl } from "./use-viewport.ts";

type Props = {
  boxes: readonly OverlayBox[];
  selected: number | null;
  /** The box with keyboard focus. */
  focused: number | null;
  tools: Tools;
  control: ViewportControl;
};

/**
 * Draws the boxes that change often, above all others and in window pixels: the selected box, the focused box, and
 * the box that is being drawn, moved, resized or rotated. The other boxes are not painted again during a gesture.
 */
export function ActiveBoxes({ boxes, selected, focused, tools, control }: Props): ReactElement | null {
  const viewport = useStore(control.store, (now) => now);
  const draft = draftBox(useStore(tools.store, (now) => now));
  if (!viewport) return null;
  const find = (index: number | null): OverlayBox | undefined => boxes.find((box) => box.index === index);
  const edited = draft && { ...(find(draft.index) ?? newBox(draft.label)), rect: draft.rect };
  const selectedBox = draft !== null && draft.index === selected ? undefined : find(selected);
  const focusedBox = find(focused);
  return (
    <svg
      aria-hidden
      width="100%"
      height="100%"
      style={{ position: "absolute", inset: 0, pointerEvents: "none", overflow: "hidden" }}
    >
      {selectedBox && <BoxShape box={selectedBox} isSelected viewport={viewport} />}
      {edited && <BoxShape box={edited} isSelected={draft.index !== null} viewport={viewport} />}
      {focusedBox && <FocusRing rect={focusedBox.rect} viewport={viewport} />}
    </svg>
  );
}

/** A box that is being drawn is no result yet. */
const newBox = (label: OverlayBox["label"]): Omit<OverlayBox, "rect"> => ({
  index: -1,
  label,
  status: "added",
  isDoubtful: false,
  name: "",
  caption: "",
  tooltip: [],
});
