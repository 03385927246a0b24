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
  /** Has the keyboard's focus. */
  focused: number | null;
  tools: Tools;
  control: ViewportControl;
};

/**
 * The boxes one works on, above all others and in the window's own pixels: the chosen one, the one that has the focus, and the
 * one that is being drawn, moved, resized or turned. While a hand moves one, the others are not drawn again.
 */
export function ActiveBoxes({ boxes, selected, focused, tools, control }: Props): ReactElement | null {
  const viewport = useStore(control.store, (now) => now);
  const draft = draftBox(useStore(tools.store, (now) => now));
  if (!viewport) return null;
  const known = (index: number | null): OverlayBox | undefined => boxes.find((box) => box.index === index);
  const inHand = draft && { ...(known(draft.index) ?? newBox(draft.label)), rect: draft.rect };
  const chosen = draft !== null && draft.index === selected ? undefined : known(selected);
  const ring = known(focused);
  return (
    <svg
      aria-hidden
      width="100%"
      height="100%"
      style={{ position: "absolute", inset: 0, pointerEvents: "none", overflow: "hidden" }}
    >
      {chosen && <BoxShape box={chosen} isSelected viewport={viewport} />}
      {inHand && <BoxShape box={inHand} isSelected={draft.index !== null} viewport={viewport} />}
      {ring && <FocusRing rect={ring.rect} viewport={viewport} />}
    </svg>
  );
}

/** One that is being drawn is no label yet. */
const newBox = (label: OverlayBox["label"]): Omit<OverlayBox, "rect"> => ({
  index: -1,
  label,
  status: "added",
  isDoubtful: false,
  name: "",
  caption: "",
  tooltip: [],
});
