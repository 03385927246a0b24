import { describe, expect, test } from "vitest";
import { sticker } from "../testing/factories.ts";
import { findConflicts, mergePatches, rebasePatches } from "./merge.ts";
import { makePatch } from "./patch.ts";

const box = { x: 1, y: 2, width: 3, height: 4 };

describe("PD-30: two users edit one image", () => {
  test.each([
    ["other fields of the same result", [makePatch.code(0, "111111")], [makePatch.quantity(0, "2")]],
    ["the same field of other results", [makePatch.code(0, "111111")], [makePatch.code(1, "222222")]],
    ["the same value", [makePatch.code(0, "111111")], [makePatch.code(0, "111111")]],
    ["the same box", [makePatch.rect(0, box)], [makePatch.rect(0, { ...box, angle: 0 })]],
    ["two adds", [makePatch.add(sticker())], [makePatch.add(sticker())]],
    ["the same final value", [makePatch.code(0, "1")], [makePatch.code(0, "2"), makePatch.code(0, "1")]],
    [
      "changed to the same value by the other user",
      [makePatch.code(0, "1"), makePatch.code(0, "2")],
      [makePatch.code(0, "2")],
    ],
  ])("%s: merged", (_, since, incoming) => {
    expect(mergePatches(since, incoming, 5)).toEqual({ ok: true, patches: incoming });
  });

  test.each([
    ["another code", makePatch.code(0, "111111"), makePatch.code(0, "222222"), "code"],
    ["another quantity", makePatch.quantity(0, "1"), makePatch.quantity(0, "2"), "quantity"],
    ["another box", makePatch.rect(0, box), makePatch.rect(0, { ...box, x: 9 }), "rect"],
    ["discarded and recovered", makePatch.discard(0), makePatch.recover(0), "discarded"],
    ["another class", makePatch.label(0, "shelf"), makePatch.label(0, "sticker"), "label"],
    ["typed and restored", makePatch.code(0, "1"), makePatch.restoreValue(0, "code", "1"), "code"],
  ])("%s: a conflict with both sides", (_, theirs, ours, field) => {
    const conflicts = [{ index: 0, field, theirs, ours }];
    expect(findConflicts([theirs], [ours])).toEqual(conflicts);
    expect(mergePatches([theirs], [ours], 5)).toEqual({ ok: false, conflicts });
  });

  test("own added stickers follow the ones added concurrently", () => {
    const theirs = [makePatch.add(sticker()), makePatch.quantity(2, "5")];
    const ours = [makePatch.add(sticker()), makePatch.quantity(2, "7"), makePatch.code(1, "111111")];
    expect(rebasePatches(theirs, ours, 2)).toEqual([ours[0], makePatch.quantity(3, "7"), ours[2]]);
    expect(mergePatches(theirs, ours, 2).ok).toBe(true);
  });
});
