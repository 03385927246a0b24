import { drawing } from "./drawing.ts";
import { idle } from "./idle.ts";
import { nudging } from "./nudging.ts";
import { panning } from "./panning.ts";
import { pinching } from "./pinching.ts";
import { pressing } from "./pressing.ts";
import { transforming } from "./transforming.ts";
import type { Mode, Step, ToolContext, ToolEvent, ToolState } from "./state.ts";

type ModeName = Mode["name"];
type States = {
  readonly [Name in ModeName]: (
    state: ToolState,
    mode: Extract<Mode, { name: Name }>,
    event: ToolEvent,
    context: ToolContext,
  ) => Step;
};

/** One handler per state. The type requires a handler for every state. */
const STATES: States = { idle, pressing, panning, pinching, drawing, transforming, nudging };

/** Handles one event: the next state and the effects to run. Pure. */
export function transition(state: ToolState, event: ToolEvent, context: ToolContext): Step {
  // The table's type pairs each name with its own mode; indexing by a union of names loses that.
  const next = STATES[state.mode.name] as (
    state: ToolState,
    mode: Mode,
    event: ToolEvent,
    context: ToolContext,
  ) => Step;
  return next(state, state.mode, event, context);
}
