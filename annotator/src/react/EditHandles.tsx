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
  /** Both are in the tools' context too; here they say when to draw again. */
  boxes: readonly OverlayBox[];
  selected: number | null;
  canEdit: boolean;
};

const MIN_HANDLE_PX = 8;

/**
 * Handles and knob of the chosen label, in the window's own pixels: the same size at any zoom. They are seen
 * here and met in `hit`, where a finger's 44 pixels count; arrow keys do the same without them.
 */
export function EditHandles({ tools, control, boxes, selected, canEdit }: Props): ReactElement | null {
  const viewport = useStore(control.store, (now) => now);
  const state = useStore(tools.store, (now) => now);
  const context = tools.context();
  if (!viewport || !context || state.tool !== "select") return null;
  const held = selectedEditableBox({ ...context, boxes, selected, canEdit });
  if (!held) return null;
  const rect = draftBox(state)?.rect ?? held.rect;
  const shorter = Math.min(rect.width, rect.height) * viewport.scale;
  const size = Math.max(MIN_HANDLE_PX, Math.min(RESIZE_HANDLE_SIZE, shorter / 3));
  const knob = rotationHandlePoint(rect, held.label, viewport, context.view);
  return (
    <svg
      aria-hidden
      width="100%"
      height="100%"
      style={{ position: "absolute", inset: 0, pointerEvents: "none", overflow: "hidden" }}
    >
      {knob && (
        <>
          <line x1={knob.from.x} y1={knob.from.y} x2={knob.at.x} y2={knob.at.y} stroke="#fff" strokeWidth={4} />
          <line
            x1={knob.from.x}
            y1={knob.from.y}
            x2={knob.at.x}
            y2={knob.at.y}
            stroke={BOX_COLORS.selected}
            strokeWidth={2}
          />
          <circle cx={knob.at.x} cy={knob.at.y} r={RESIZE_HANDLE_SIZE / 2} {...HANDLE_STYLE} />
        </>
      )}
      {handlePoints(rect, held.label, viewport).map(({ handle, at }) => (
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
