import { type ReactElement, memo, useMemo } from "react";
import { draftOf } from "../tools/state.ts";
import { Box, BoxShape } from "./Box.tsx";
import { type OverlayBox, byArea } from "./overlay-box.ts";
import { useStore } from "./use-store.ts";
import type { Tools } from "./use-tools.ts";

type Props = { boxes: readonly OverlayBox[]; selected: number | null; tools: Tools };

/** All boxes. Panning, zooming and hovering draw none of them again. */
export const BoxLayer = memo(({ boxes, selected, tools }: Props): ReactElement => {
  // What is in the hand is drawn by the hand's own layer.
  const inHand = useStore(tools.store, (state) => draftOf(state)?.index ?? null);
  const sorted = useMemo(() => byArea(boxes), [boxes]);
  return (
    <>
      {sorted.map((box) => (
        <g key={box.index} {...(box.index === inHand ? { opacity: 0 } : {})}>
          <Box box={box} isSelected={box.index === selected} />
        </g>
      ))}
      <Draft boxes={boxes} tools={tools} />
    </>
  );
});

/** The box that is being drawn, moved, resized or turned. */
function Draft({ boxes, tools }: Omit<Props, "selected">): ReactElement | null {
  const state = useStore(tools.store, (now) => now);
  const draft = draftOf(state);
  if (draft === null) return null;
  const known = boxes.find(({ index }) => index === draft.index);
  const box: OverlayBox = known
    ? { ...known, rect: draft.rect }
    : {
        index: -1,
        label: draft.label,
        rect: draft.rect,
        status: "added",
        needsAttention: false,
        name: "",
        caption: "",
        tip: [],
      };
  return (
    <g aria-hidden style={{ pointerEvents: "none" }}>
      <BoxShape box={box} isSelected={known !== undefined} />
    </g>
  );
}
