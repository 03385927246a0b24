import { expect, it } from "vitest";
import { TOOL_ACTIONS, TOOL_ACTION_IDS } from "./actions.ts";

it("nudges by a pixel or a degree, with more of the same by ten, until it is let go", () => {
  expect(TOOL_ACTIONS["nudge.left"]).toEqual({
    tool: { type: "nudge", by: { x: -1, y: 0 }, rotation: 0 },
    more: { type: "nudge", by: { x: -10, y: 0 }, rotation: 0 },
    held: true,
  });
  expect(TOOL_ACTIONS["turn.right"]).toMatchObject({ tool: { rotation: 1 }, more: { rotation: 10 } });
});

it("zooming out undoes zooming in", () => {
  expect(TOOL_ACTIONS["zoom.in"].zoom * TOOL_ACTIONS["zoom.out"].zoom).toBe(1);
});

it("each has a name of its own", () => {
  expect(new Set(TOOL_ACTION_IDS).size).toBe(16);
});
