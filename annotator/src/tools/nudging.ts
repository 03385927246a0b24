import { sameRect } from "@precount/domain";
import { idle, nudge } from "./idle.ts";
import {
  IDLE,
  type Mode,
  type Step,
  type ToolContext,
  type ToolEvent,
  type ToolState,
  go,
  selectedEditableBox,
  stay,
} from "./state.ts";

/** Arrow keys are pressed. Releasing them, or any other action, turns the whole run into one edit. */
export function nudging(
  state: ToolState,
  mode: Extract<Mode, { name: "nudging" }>,
  event: ToolEvent,
  context: ToolContext,
): Step {
  const { box, rect } = mode;
  // As in a drag: another user may have discarded or moved the result.
  const now = selectedEditableBox(context);
  const isGone = now?.index !== box.index || !sameRect(now.rect, box.rect);
  if (event.type === "escape" || isGone) return go(state, IDLE);
  if (event.type === "nudge") return nudge(state, box, event, context);
  if (event.type === "move" || event.type === "leave") return stay(state);
  const done = sameRect(rect, box.rect)
    ? go(state, IDLE)
    : go(state, IDLE, { type: "change" as const, index: box.index, rect });
  if (event.type === "release") return done;
  const next = idle(done.state, { name: "idle", hover: null }, event, context);
  return { state: next.state, effects: [...done.effects, ...next.effects] };
}
