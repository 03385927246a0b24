import { expect, it } from "vitest";
import { TOOL_ACTIONS, TOOL_ACTION_IDS } from "./actions.ts";

it("nudges by one pixel or degree, by ten with Shift, until the key is released", () => {
  expect(TOOL_ACTIONS["nudge.left"]).toEqual({
    event: { type: "nudge", by: { x: -1, y: 0 }, rotation: 0 },
    coarse: { type: "nudge", by: { x: -10, y: 0 }, rotation: 0 },
    isHeld: true,
  });
  expect(TOOL_ACTIONS["turn.right"]).toMatchObject({ event: { rotation: 1 }, coarse: { rotation: 10 } });
});

it("zooming out by one step reverses zooming in", () => {
  expect(TOOL_ACTIONS["zoom.in"].zoom * TOOL_ACTIONS["zoom.out"].zoom).toBe(1);
});

it("has 16 distinct ids", () => {
  expect(new Set(TOOL_ACTION_IDS).size).toBe(16);
});
