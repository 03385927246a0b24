import { resizeCursor } from "./hit-test.ts";
import { type ToolContext, type ToolState, selectedEditableBox } from "./state.ts";

/** The CSS cursor: it shows what a press would do. */
export function cursorFor({ tool, mode }: ToolState, context: ToolContext | null): string {
  switch (mode.name) {
    case "panning":
    case "pinching":
      return "grabbing";
    case "drawing":
      return "crosshair";
    case "transforming":
      if (mode.handle.kind === "handle") return resizeCursor(mode.handle.handle, mode.box.rect.angle ?? 0);
      return mode.handle.kind === "body" ? "move" : "grabbing";
    case "idle":
    case "pressing":
    case "nudging":
    default:
  }
  if (tool !== "select") return "crosshair";
  const under = mode.name === "idle" ? mode.hover : mode.name === "pressing" ? mode.under : null;
  if (under === null || under.kind === "photo") return "grab";
  const editable = context && selectedEditableBox(context);
  if (under.kind === "handle") return resizeCursor(under.handle, editable?.rect.angle ?? 0);
  if (under.kind === "rotation") return "grab";
  return under.index === editable?.index ? "move" : "pointer";
}
