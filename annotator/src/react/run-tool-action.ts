import { TOOL_ACTIONS, type ToolAction, type ToolActionId } from "../tools/actions.ts";
import { oneToOne, zoomAt } from "../viewport.ts";
import type { Tools } from "./use-tools.ts";
import type { ViewportControl } from "./use-viewport.ts";

/**
 * Does an act as a key or a button does it.
 * @returns for one that lasts, what ends it
 */
export function runToolAction(
  id: ToolActionId,
  { tools, control, isMore }: { tools: Tools; control: ViewportControl; isMore: boolean },
): (() => void) | undefined {
  const act: ToolAction = TOOL_ACTIONS[id];
  if ("zoom" in act) {
    if (act.zoom === "fit") control.fitPhoto();
    else zoomBy(control, act.zoom);
    return undefined;
  }
  if ("pans" in act) {
    tools.pans.current = true;
    return () => {
      tools.pans.current = false;
    };
  }
  tools.send((isMore ? act.more : undefined) ?? act.tool);
  return act.held ? () => tools.send({ type: "release" }) : undefined;
}

/** Zooms about the window's middle. */
export const zoomBy = (control: ViewportControl, factor: number | "one"): void =>
  control.change((now, photo, view) =>
    factor === "one"
      ? oneToOne(now, photo, view)
      : zoomAt(now, { x: view.width / 2, y: view.height / 2 }, factor, photo, view),
  );
