/*
 * Minimizes a smooth convex function with L-BFGS (Nocedal and Wright, Numerical Optimization, 2nd ed., algorithms 7.4 and
 * 3.1). One step evaluates the function once, so that a caller can stop after any step and continue from a stored state.
 */

export interface Evaluation {
  value: number;
  gradient: Float64Array;
}
export type Objective = (point: Float64Array) => Evaluation;

export interface MinimizerState {
  evaluations: number;
  /** The best point so far, and the function there. */
  point: Float64Array;
  value: number;
  gradient: Float64Array;
  /** The next point to try is `point` + `rate` × `direction`. */
  direction: Float64Array;
  rate: number;
  /** The last changes of point and gradient, oldest first. */
  steps: Float64Array[];
  changes: Float64Array[];
  done: boolean;
}

const MEMORY = 8;
/** Share of the decrease that the slope predicts which a step must reach. */
const ENOUGH_DECREASE = 1e-4;
const SMALLEST_RATE = 1e-10;
/** Largest component of the gradient at the minimum. */
const TOLERANCE = 1e-5;

/** The first evaluation, at the starting point. */
export function startMinimizing(objective: Objective, start: Float64Array): MinimizerState {
  const { value, gradient } = objective(start);
  return toState({ evaluations: 1, point: start, value, gradient, steps: [], changes: [] });
}

/** Tries one point: moves there if the function decreases enough, and shortens the step if not. */
export function minimizeStep(objective: Objective, state: MinimizerState): MinimizerState {
  if (state.done) return state;
  const { point, direction, rate, value, gradient } = state;
  const trial = point.map((x, i) => x + rate * direction[i]!);
  const there = objective(trial);
  const evaluations = state.evaluations + 1;
  if (!(there.value <= value + ENOUGH_DECREASE * rate * dot(gradient, direction))) {
    return { ...state, evaluations, rate: rate / 2, done: rate / 2 < SMALLEST_RATE };
  }
  const step = trial.map((x, i) => x - point[i]!);
  const change = there.gradient.map((g, i) => g - gradient[i]!);
  const isCurved = dot(step, change) > 1e-12;
  const steps = isCurved ? [...state.steps, step].slice(-MEMORY) : state.steps;
  const changes = isCurved ? [...state.changes, change].slice(-MEMORY) : state.changes;
  return toState({ evaluations, point: trial, ...there, steps, changes });
}

function toState(at: Omit<MinimizerState, "direction" | "rate" | "done">): MinimizerState {
  const direction = directionOf(at.gradient, at.steps, at.changes);
  const steepness = Math.sqrt(dot(at.gradient, at.gradient));
  const rate = at.steps.length > 0 ? 1 : Math.min(1, 1 / Math.max(steepness, 1e-12));
  const done = at.gradient.every((g) => Math.abs(g) < TOLERANCE);
  return { ...at, direction, rate, done };
}

/** The two-loop recursion. */
function directionOf(gradient: Float64Array, steps: Float64Array[], changes: Float64Array[]): Float64Array {
  const direction = gradient.map((g) => -g);
  const shares: number[] = [];
  for (let k = steps.length - 1; k >= 0; k -= 1) {
    shares[k] = dot(steps[k]!, direction) / dot(steps[k]!, changes[k]!);
    add(direction, -shares[k]!, changes[k]!);
  }
  const last = steps.length - 1;
  if (last >= 0) {
    const scale = dot(steps[last]!, changes[last]!) / dot(changes[last]!, changes[last]!);
    for (let i = 0; i < direction.length; i += 1) direction[i]! *= scale;
  }
  for (let k = 0; k < steps.length; k += 1) {
    const back = dot(changes[k]!, direction) / dot(steps[k]!, changes[k]!);
    add(direction, shares[k]! - back, steps[k]!);
  }
  return direction;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i]! * b[i]!;
  return sum;
}

function add(to: Float64Array, times: number, what: Float64Array): void {
  for (let i = 0; i < to.length; i += 1) to[i]! += times * what[i]!;
}
