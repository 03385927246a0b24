import { describe, expect, it } from "vitest";
import {
  actionAt,
  conflictingAction,
  keysOf,
  parseOverrides,
  reservedReason,
  withoutOverride,
  withSwappedKeys,
  withKey,
} from "./bindings.ts";
import { type KeyTable, NOT_TYPING, NOT_TYPING_TEXT } from "./key-action.ts";

type Id = "next" | "before" | "one" | "fit" | "move" | "enter";
const TABLE: KeyTable<Id> = {
  next: { group: "g", words: "next", keys: ["J", "NumpadAdd"], places: NOT_TYPING_TEXT },
  before: { group: "g", words: "before", keys: ["K"], places: NOT_TYPING },
  one: { group: "g", words: "take", keys: ["1", "Alt+1"], places: ["card", "reading"] },
  fit: { group: "g", words: "fit", keys: ["1"], places: ["photo", "page"] },
  move: { group: "g", words: "move", keys: ["ArrowLeft"], places: ["photo"], more: "by ten" },
  enter: { group: "g", words: "enter", keys: ["Enter"], places: ["reading"], fixed: "because" },
};
const NONE = {};

describe("which action a press is", () => {
  it.each([
    ["a letter outside of fields", ["J"], "card", { id: "next", isMore: false }],
    ["not in a field: there it is typed", ["J"], "reading", null],
    ["a key that types nothing, also in a field", ["NumpadAdd", "+"], "reading", { id: "next", isMore: false }],
    ["the same key, another place", ["1"], "photo", { id: "fit", isMore: false }],
    ["and there", ["1"], "card", { id: "one", isMore: false }],
    ["in a field with Alt", ["Alt+1"], "reading", { id: "one", isMore: false }],
    ["Ctrl does more of the same", ["Ctrl+ArrowLeft"], "photo", { id: "move", isMore: true }],
    ["but only where it says so", ["Ctrl+K"], "photo", null],
    ["the second thing it may be", ["&", "1"], "photo", { id: "fit", isMore: false }],
  ] as const)("%s", (_, chords, place, found) => {
    expect(actionAt(TABLE, NONE, chords, place)).toEqual(found);
  });
});

describe("remapping", () => {
  it("a key is held only by who could be meant at the same place", () => {
    expect(conflictingAction(TABLE, NONE, "next", "K")).toBe("before");
    expect(conflictingAction(TABLE, NONE, "one", "K")).toBe("before");
    expect(conflictingAction(TABLE, NONE, "fit", "Alt+1")).toBeNull();
    expect(conflictingAction(TABLE, NONE, "next", "Q")).toBeNull();
    // Its own is no conflict.
    expect(conflictingAction(TABLE, NONE, "next", "J")).toBeNull();
  });

  it("one key in the place of another, the others stay", () => {
    const changes = withKey(TABLE, NONE, "next", "J", "Q");
    expect(keysOf(TABLE, changes, "next")).toEqual(["Q", "NumpadAdd"]);
    expect(actionAt(TABLE, changes, ["J"], "card")).toBeNull();
    expect(keysOf(TABLE, withKey(TABLE, changes, "next", null, "W"), "next")).toEqual(["Q", "NumpadAdd", "W"]);
  });

  it("swapping gives the other the old key", () => {
    const changes = withSwappedKeys(TABLE, NONE, { id: "next", old: "J", chord: "K", holder: "before" });
    expect(keysOf(TABLE, changes, "next")).toEqual(["K", "NumpadAdd"]);
    expect(keysOf(TABLE, changes, "before")).toEqual(["J"]);
  });

  it("… and none where that would be the next conflict", () => {
    const changes = withSwappedKeys(TABLE, NONE, { id: "one", old: "1", chord: "K", holder: "before" });
    expect(keysOf(TABLE, changes, "before")).toEqual([]);
  });

  it("the browser's keys and the page's are nobody's", () => {
    expect(reservedReason("Ctrl+T")).toBe("Ctrl+T: That key is the browser's own.");
    expect(["Tab", "Enter", "Escape", "Ctrl+C"].map((chord) => reservedReason(chord) === null)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(reservedReason("Q")).toBeNull();
  });

  it("is taken back for one, or for all", () => {
    const changes = withKey(TABLE, withKey(TABLE, NONE, "next", "J", "Q"), "before", "K", "W");
    expect(withoutOverride(changes, "next")).toEqual({ before: ["W"] });
    expect(withoutOverride(changes)).toEqual({});
  });

  it("one's own key given away meanwhile is not had twice after a reset", () => {
    const changes = withoutOverride(
      withSwappedKeys(TABLE, NONE, { id: "next", old: "J", chord: "K", holder: "before" }),
      "before",
    );
    expect(keysOf(TABLE, changes, "before")).toEqual([]);
    expect(actionAt(TABLE, changes, ["K"], "card")).toEqual({ id: "next", isMore: false });
  });

  it("what was stored is taken as far as it is understood", () => {
    expect(parseOverrides(TABLE, '{"next":["Q"],"gone":["W"],"enter":["E"]}')).toEqual({ next: ["Q"] });
    for (const rubbish of [null, "", "[]", "7", '{"next":"Q"}', '{"next":[1]}', "{{"])
      expect(parseOverrides(TABLE, rubbish)).toEqual({});
  });
});
