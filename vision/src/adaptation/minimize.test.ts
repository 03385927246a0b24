import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Objective, minimizeStep, startMinimizing } from "./minimize.ts";

/** Σ steepness (x - center)² + log(1 + eˣ): convex, with one minimum. */
const bowl =
  (centers: readonly number[], steepness: readonly number[]): Objective =>
  (point) => ({
    value: point.reduce((sum, x, i) => sum + steepness[i]! * (x - centers[i]!) ** 2 + Math.log1p(Math.exp(x)), 0),
    gradient: point.map((x, i) => 2 * steepness[i]! * (x - centers[i]!) + 1 / (1 + Math.exp(-x))),
  });

const minimum = (objective: Objective, size: number, steps: number) => {
  let state = startMinimizing(objective, new Float64Array(size));
  const values = [state.value];
  for (let i = 0; i < steps; i += 1) {
    state = minimizeStep(objective, state);
    values.push(state.value);
  }
  return { state, values };
};

const bowls = fc
  .array(fc.tuple(fc.double({ min: -5, max: 5, noNaN: true }), fc.double({ min: 0.05, max: 50, noNaN: true })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((pairs) => ({ centers: pairs.map(([center]) => center), steepness: pairs.map(([, steep]) => steep) }));

test("finds the minimum of convex functions, and no step makes the value worse", () => {
  fc.assert(
    fc.property(bowls, ({ centers, steepness }) => {
      const { state, values } = minimum(bowl(centers, steepness), centers.length, 150);
      expect(state.done).toBe(true);
      expect(Math.max(...state.gradient.map(Math.abs))).toBeLessThan(1e-3);
      expect(values.every((value, i) => i === 0 || value <= values[i - 1]!)).toBe(true);
    }),
  );
});

const cliff: Objective = ([x = 0]) => ({
  value: x > 1 ? Number.NaN : -x,
  gradient: Float64Array.of(-1),
});

test("stops at a point where the function is not finite", () => {
  const { state } = minimum(cliff, 1, 200);
  expect(state.point[0]).toBeCloseTo(1, 6);
  expect(state.done).toBe(true);
});
