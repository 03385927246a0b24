import { expect, it } from "vitest";
import { actOf, isNudgeKey } from "./keys.ts";

const press = (key: string, isCoarse = false) => ({ key, isCoarse });

it("letters choose a tool anywhere, whatever the case", () => {
  expect(actOf(press("s"), false)).toEqual({ tool: { type: "tool", tool: "sticker" } });
  expect(actOf(press("H"), false)).toEqual({ tool: { type: "tool", tool: "shelf" } });
  expect(actOf(press("Escape"), false)).toEqual({ tool: { type: "escape" } });
});

it("arrows nudge by a pixel, with Ctrl by ten, and only where no control wants them", () => {
  expect(actOf(press("ArrowUp"), true)).toEqual({ tool: { type: "nudge", by: { x: 0, y: -1 }, turn: 0 } });
  expect(actOf(press("ArrowLeft", true), true)).toEqual({ tool: { type: "nudge", by: { x: -10, y: 0 }, turn: 0 } });
  expect(actOf(press("]"), true)).toEqual({ tool: { type: "nudge", by: { x: 0, y: 0 }, turn: 1 } });
  expect(actOf(press("ArrowUp"), false)).toBeNull();
  expect(actOf(press("Delete"), false)).toBeNull();
  expect(["ArrowUp", "[", "s"].map(isNudgeKey)).toEqual([true, true, false]);
});

it("the browser keeps its own", () => {
  expect(actOf(press("s", true), true)).toBeNull();
  expect(actOf(press("+", true), true)).toBeNull();
});
