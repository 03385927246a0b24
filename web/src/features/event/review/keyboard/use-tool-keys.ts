import { TOOL_ACT_IDS, type ToolActId } from "@precount/annotator";
import { type Tools, type ViewportControl, runAct } from "@precount/annotator/react";
import type { KeyHandler } from "../../../../shared/keyboard/table.ts";
import { useReviewKeys } from "./review-keys.ts";

/** The keys of the photo: tools, moving and turning the chosen box, zoom. */
export function useToolKeys(tools: Tools, control: ViewportControl): void {
  const handler =
    (id: ToolActId): KeyHandler =>
    ({ isMore }) =>
      runAct(id, { tools, control, isMore });
  useReviewKeys(Object.fromEntries(TOOL_ACT_IDS.map((id) => [id, handler(id)])));
}
