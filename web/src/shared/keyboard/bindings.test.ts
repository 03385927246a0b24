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
  next: { group: "g", title: "next", keys: ["J", "NumpadAdd"], contexts: [...NOT_TYPING_TEXT, "typing"] },
  before: { group: "g", title: "before", keys: ["K"], contexts: NOT_TYPING },
  one: { group: "g", title: "take", keys: ["1", "Alt+1"], contexts: ["card", "reading"] },
  fit: { group: "g", title: "fit", keys: ["1"], contexts: ["photo", "page"] },
  move: { group: "g", title: "move", keys: ["ArrowLeft"], contexts: ["photo"], coarse: "by ten" },
  enter: { group: "g", title: "enter", keys: ["Enter"], contexts: ["reading"], fixedReason: "because" },
};
const NONE = {};

describe("the action of a pressed key", () => {
  it.each([
    ["a letter outside of fields", ["J"], "card", { id: "next", isCoarse: false }],
    ["a letter in the field of a value, which takes digits only", ["J"], "reading", { id: "next", isCoarse: false }],
    ["not a digit there, which is typed", ["1"], "reading", null],
    ["not a letter in a text field", ["J"], "typing", null],
    ["a key that types nothing, also in a field", ["NumpadAdd", "+"], "reading", { id: "next", isCoarse: false }],
    ["the same key in another context", ["1"], "photo", { id: "fit", isCoarse: false }],
    ["and in a third one", ["1"], "card", { id: "one", isCoarse: false }],
    ["in a field with Alt", ["Alt+1"], "reading", { id: "one", isCoarse: false }],
    ["Ctrl asks for larger steps", ["Ctrl+ArrowLeft"], "photo", { id: "move", isCoarse: true }],
    ["but only where the action defines them", ["Ctrl+K"], "photo", null],
    ["the second meaning of a key", ["&", "1"], "photo", { id: "fit", isCoarse: false }],
  ] as const)("%s", (_, chords, place, found) => {
    expect(actionAt(TABLE, NONE, chords, place)).toEqual(found);
  });
});

describe("remapping", () => {
  it("finds a conflict only with an action of the same context", () => {
    expect(conflictingAction(TABLE, NONE, "next", "K")).toBe("before");
    expect(conflictingAction(TABLE, NONE, "one", "K")).toBe("before");
    expect(conflictingAction(TABLE, NONE, "fit", "Alt+1")).toBeNull();
    expect(conflictingAction(TABLE, NONE, "next", "Q")).toBeNull();
    // Its own key is no conflict.
    expect(conflictingAction(TABLE, NONE, "next", "J")).toBeNull();
  });

  it("replaces one key and keeps the others", () => {
    const changes = withKey(TABLE, NONE, "next", "J", "Q");
    expect(keysOf(TABLE, changes, "next")).toEqual(["Q", "NumpadAdd"]);
    expect(actionAt(TABLE, changes, ["J"], "card")).toBeNull();
    expect(keysOf(TABLE, withKey(TABLE, changes, "next", null, "W"), "next")).toEqual(["Q", "NumpadAdd", "W"]);
  });

  it("gives the old key to the other action when swapping", () => {
    const changes = withSwappedKeys(TABLE, NONE, { id: "next", old: "J", chord: "K", holder: "before" });
    expect(keysOf(TABLE, changes, "next")).toEqual(["K", "NumpadAdd"]);
    expect(keysOf(TABLE, changes, "before")).toEqual(["J"]);
  });

  it("gives no key when that would be another conflict", () => {
    const changes = withSwappedKeys(TABLE, NONE, { id: "one", old: "1", chord: "K", holder: "before" });
    expect(keysOf(TABLE, changes, "before")).toEqual([]);
  });

  it("reserves the keys of the browser and of the page", () => {
    expect(reservedReason("Ctrl+T")).toBe("Ctrl+T: The browser uses that key.");
    expect(["Tab", "Enter", "Escape", "Ctrl+C"].map((chord) => reservedReason(chord) === null)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(reservedReason("Q")).toBeNull();
  });

  it("resets one action or all", () => {
    const changes = withKey(TABLE, withKey(TABLE, NONE, "next", "J", "Q"), "before", "K", "W");
    expect(withoutOverride(changes, "next")).toEqual({ before: ["W"] });
    expect(withoutOverride(changes)).toEqual({});
  });

  it("does not restore a default key that another action has", () => {
    const changes = withoutOverride(
      withSwappedKeys(TABLE, NONE, { id: "next", old: "J", chord: "K", holder: "before" }),
      "before",
    );
    expect(keysOf(TABLE, changes, "before")).toEqual([]);
    expect(actionAt(TABLE, changes, ["K"], "card")).toEqual({ id: "next", isCoarse: false });
  });

  it("ignores stored entries that it does not understand", () => {
    expect(parseOverrides(TABLE, '{"next":["Q"],"gone":["W"],"enter":["E"]}')).toEqual({ next: ["Q"] });
    for (const rubbish of [null, "", "[]", "7", '{"next":"Q"}', '{"next":[1]}', "{{"])
      expect(parseOverrides(TABLE, rubbish)).toEqual({});
  });
});
