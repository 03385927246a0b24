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

/** The chart: each state says what each event makes of it. A new state fails to compile until it stands here. */
const STATES: States = { idle, pressing, panning, pinching, drawing, transforming, nudging };

/** One event: the next state, and what is to be done outside. Pure. */
export function transition(state: ToolState, event: ToolEvent, context: ToolContext): Step {
  // The table's type pairs each name with its own state; indexing by the name loses that.
  const next = STATES[state.mode.name] as (
    state: ToolState,
    mode: Mode,
    event: ToolEvent,
    context: ToolContext,
  ) => Step;
  return next(state, state.mode, event, context);
}
