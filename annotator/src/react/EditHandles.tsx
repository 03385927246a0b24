import { RESIZE_HANDLE_SIZE } from "@precount/domain";
import type { ReactElement } from "react";
import { BOX_COLORS } from "../appearance.ts";
import { handlePoints, rotationHandlePoint } from "../tools/hit-test.ts";
import { draftBox, selectedEditableBox } from "../tools/state.ts";
import type { OverlayBox } from "./overlay-box.ts";
import { useStore } from "./use-store.ts";
import type { Tools } from "./use-tools.ts";
import type { ViewportControl } from "./use-viewport.ts";

type Props = {
  tools: Tools;
  control: ViewportControl;
  /** The tools' context holds these values too; as props they cause a new render. */
  boxes: readonly OverlayBox[];
  selected: number | null;
  canEdit: boolean;
};

const MIN_HANDLE_PX = 8;

/**
 * Resize and rotation handles of the selected box in window pixels, with a size that does not depend on the zoom.
 * `hitTest` finds them, with a hit radius of 22 CSS pixels for touch. Arrow keys work without them.
 */
export function EditHandles({ tools, control, boxes, selected, canEdit }: Props): ReactElement | null {
  const viewport = useStore(control.store, (now) => now);
  const state = useStore(tools.store, (now) => now);
  const context = tools.context();
  if (!viewport || !context || state.tool !== "select") return null;
  const box = selectedEditableBox({ ...context, boxes, selected, canEdit });
  if (!box) return null;
  const rect = draftBox(state)?.rect ?? box.rect;
  const shorter = Math.min(rect.width, rect.height) * viewport.scale;
  const size = Math.max(MIN_HANDLE_PX, Math.min(RESIZE_HANDLE_SIZE, shorter / 3));
  const rotation = rotationHandlePoint(rect, box.label, viewport, context.view);
  return (
    <svg
      aria-hidden
      width="100%"
      height="100%"
      style={{ position: "absolute", inset: 0, pointerEvents: "none", overflow: "hidden" }}
    >
      {rotation && (
        <>
          <line
            x1={rotation.from.x}
            y1={rotation.from.y}
            x2={rotation.at.x}
            y2={rotation.at.y}
            stroke="#fff"
            strokeWidth={4}
          />
          <line
            x1={rotation.from.x}
            y1={rotation.from.y}
            x2={rotation.at.x}
            y2={rotation.at.y}
            stroke={BOX_COLORS.selected}
            strokeWidth={2}
          />
          <circle cx={rotation.at.x} cy={rotation.at.y} r={RESIZE_HANDLE_SIZE / 2} {...HANDLE_STYLE} />
        </>
      )}
      {handlePoints(rect, box.label, viewport).map(({ handle, at }) => (
        <rect
          key={handle}
          x={at.x - size / 2}
          y={at.y - size / 2}
          width={size}
          height={size}
          rx={2}
          transform={`rotate(${rect.angle ?? 0} ${at.x} ${at.y})`}
          {...HANDLE_STYLE}
        />
      ))}
    </svg>
  );
}

const HANDLE_STYLE = { fill: "#fff", stroke: BOX_COLORS.selected, strokeWidth: 2 } as const;
