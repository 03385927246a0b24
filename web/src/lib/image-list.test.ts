import { describe, expect, it } from "vitest";
import { positionIn } from "./image-list.ts";

describe("S2.43 previous and next", () => {
  const list = ["a", "b", "c"];
  it.each([
    ["a", { index: 0, total: 3, previous: "c", next: "b" }],
    ["b", { index: 1, total: 3, previous: "a", next: "c" }],
    ["c", { index: 2, total: 3, previous: "b", next: "a" }],
  ])("wraps around at %s", (sid, position) => {
    expect(positionIn(list, sid)).toEqual(position);
  });

  it("skips what is gone", () => {
    expect(positionIn(list, "a", new Set(["a", "c"]))).toEqual({ index: 0, total: 2, previous: "c", next: "c" });
  });

  it("stays on the only image", () => {
    expect(positionIn(["a"], "a")).toEqual({ index: 0, total: 1, previous: "a", next: "a" });
  });

  it("knows nothing of an image that is not in the list", () => {
    expect(positionIn(list, "x")).toBeNull();
    expect(positionIn([], "x")).toBeNull();
  });
});
