import { TOOL_ACTIONS, type ToolAction, type ToolActionId } from "../tools/actions.ts";
import { oneToOne, zoomAt } from "../viewport.ts";
import type { Tools } from "./use-tools.ts";
import type { ViewportControl } from "./use-viewport.ts";

/**
 * Runs an action for a key or a button.
 * @param isCoarse whether the coarse variant (Shift) is asked for
 * @returns for an action that lasts while the key is held, the function that ends it
 */
export function runToolAction(
  id: ToolActionId,
  { tools, control, isCoarse }: { tools: Tools; control: ViewportControl; isCoarse: boolean },
): (() => void) | undefined {
  const action: ToolAction = TOOL_ACTIONS[id];
  if ("zoom" in action) {
    if (action.zoom === "fit") control.fitPhoto();
    else zoomBy(control, action.zoom);
    return undefined;
  }
  if ("pans" in action) {
    tools.pans.current = true;
    return () => {
      tools.pans.current = false;
    };
  }
  tools.send((isCoarse ? action.coarse : undefined) ?? action.event);
  return action.isHeld ? () => tools.send({ type: "release" }) : undefined;
}

/** Zooms about the middle of the window; "one" means one photo pixel per CSS pixel. */
export const zoomBy = (control: ViewportControl, factor: number | "one"): void =>
  control.change((now, photo, view) =>
    factor === "one"
      ? oneToOne(now, photo, view)
      : zoomAt(now, { x: view.width / 2, y: view.height / 2 }, factor, photo, view),
  );
