import { TOOL_ACTION_IDS, type ToolActionId } from "@precount/annotator";
import { type Tools, type ViewportControl, runToolAction } from "@precount/annotator/react";
import type { KeyHandler } from "../../../../shared/keyboard/key-action.ts";
import { useReviewKeys } from "./review-keys.ts";

/** The keys of the photo: tools, moving and rotating the selected box, zoom. */
export function useToolKeys(tools: Tools, control: ViewportControl): void {
  const handler =
    (id: ToolActionId): KeyHandler =>
    ({ isCoarse }) =>
      runToolAction(id, { tools, control, isCoarse });
  useReviewKeys(Object.fromEntries(TOOL_ACTION_IDS.map((id) => [id, handler(id)])));
}
