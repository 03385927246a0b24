import { rectBounds } from "@precount/domain";
import type { ReactElement } from "react";
import { toView } from "../viewport.ts";
import type { OverlayBox } from "./overlay-box.ts";
import { useStore } from "./use-store.ts";
import type { Tools } from "./use-tools.ts";
import type { ViewportControl } from "./use-viewport.ts";

type Props = { boxes: readonly OverlayBox[]; tools: Tools; control: ViewportControl };

/** Code and quantity of the box under the pointer, shown below the box. Hidden during a gesture. */
export function BoxTooltip({ boxes, tools, control }: Props): ReactElement | null {
  const viewport = useStore(control.store, (now) => now);
  const hovered = useStore(tools.store, ({ tool, mode }) =>
    tool === "select" && mode.name === "idle" && mode.hover?.kind === "box" ? mode.hover.index : null,
  );
  const box = boxes.find(({ index }) => index === hovered);
  if (!viewport || !box) return null;
  const { left, bottom } = rectBounds(box.rect);
  const at = toView(viewport, { x: left, y: bottom });
  return (
    <div
      role="tooltip"
      style={{
        position: "absolute",
        left: Math.max(4, at.x),
        top: at.y + 8,
        padding: "4px 8px",
        borderRadius: 6,
        background: "rgba(0,0,0,0.82)",
        color: "#fff",
        pointerEvents: "none",
        whiteSpace: "nowrap",
        fontVariantNumeric: "tabular-nums",
      }}
    >
      {box.tooltip.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}
