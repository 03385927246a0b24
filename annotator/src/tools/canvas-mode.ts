import type { ToolState } from "./state.ts";

/** The modes of the canvas as the specification names them (§4). */
export const CANVAS_MODES = ["select", "draw", "resize"] as const;
export type CanvasMode = (typeof CANVAS_MODES)[number];

/** The mode of the canvas, for its `data-mode`. */
export function canvasMode({ tool, mode }: ToolState): CanvasMode {
  if (mode.name === "transforming" && mode.handle.kind === "handle") return "resize";
  return tool === "select" ? "select" : "draw";
}
