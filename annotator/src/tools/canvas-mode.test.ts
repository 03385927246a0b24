import { expect, test } from "vitest";
import { CANVAS_MODES, canvasMode } from "./canvas-mode.ts";
import { INITIAL_STATE, type ToolBox, type ToolState } from "./state.ts";

const rect = { x: 10, y: 10, width: 30, height: 20, angle: 0 };
const box: ToolBox = { index: 0, label: "sticker", rect, status: "valid" };
const pointer = { id: 1, at: { x: 0, y: 0 }, isTouch: false };
const transforming = (handle: "nw" | null): ToolState => ({
  tool: "select",
  mode: {
    name: "transforming",
    pointer,
    from: { x: 0, y: 0 },
    handle: handle === null ? { kind: "body" } : { kind: "handle", handle },
    box,
    rect,
  },
});

test("S4.32 modes of the canvas: select, draw, resize", () => {
  expect(CANVAS_MODES).toEqual(["select", "draw", "resize"]);
  expect(canvasMode(INITIAL_STATE)).toBe("select");
  expect(canvasMode({ ...INITIAL_STATE, tool: "shelf" })).toBe("draw");
  expect(canvasMode(transforming("nw"))).toBe("resize");
  expect(canvasMode(transforming(null))).toBe("select");
});
