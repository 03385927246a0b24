import { expect, it } from "vitest";
import { TOOL_ACTS, TOOL_ACT_IDS } from "./acts.ts";

it("nudges by a pixel or a degree, with more of the same by ten, until it is let go", () => {
  expect(TOOL_ACTS["nudge.left"]).toEqual({
    tool: { type: "nudge", by: { x: -1, y: 0 }, turn: 0 },
    more: { type: "nudge", by: { x: -10, y: 0 }, turn: 0 },
    held: true,
  });
  expect(TOOL_ACTS["turn.right"]).toMatchObject({ tool: { turn: 1 }, more: { turn: 10 } });
});

it("zooming out undoes zooming in", () => {
  expect(TOOL_ACTS["zoom.in"].zoom * TOOL_ACTS["zoom.out"].zoom).toBe(1);
});

it("each has a name of its own", () => {
  expect(new Set(TOOL_ACT_IDS).size).toBe(16);
});
