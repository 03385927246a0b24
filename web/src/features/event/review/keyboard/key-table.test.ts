import { expect, it } from "vitest";
import { conflictingAction, actionIds, keysOf, reservedReason } from "../../../../shared/keyboard/bindings.ts";
import { NOT_TYPING } from "../../../../shared/keyboard/key-action.ts";
import { REVIEW_KEYS } from "./key-table.ts";

const ids = actionIds(REVIEW_KEYS);

it("no two actions have the same key where both could be meant", () => {
  const conflicts = ids.flatMap((id) =>
    keysOf(REVIEW_KEYS, {}, id).flatMap((chord) => {
      const holder = conflictingAction(REVIEW_KEYS, {}, id, chord);
      return holder === null ? [] : [`${chord}: ${id} and ${holder}`];
    }),
  );
  expect(conflicts).toEqual([]);
});

it("every action has a key, words, and a place where it counts", () => {
  for (const id of ids) {
    const { keys, words, places } = REVIEW_KEYS[id];
    expect([id, keys.length > 0, words.length > 0, places.length > 0]).toEqual([id, true, true, true]);
  }
});

it("only what cannot be changed has a key that nobody may choose", () => {
  const free = ids.filter((id) => REVIEW_KEYS[id].fixed === undefined);
  const reserved = free.filter((id) => REVIEW_KEYS[id].keys.some((chord) => reservedReason(chord) !== null));
  expect(reserved).toEqual([]);
});

it("S2.43 Shift with an arrow steps through the images, but not while somebody types (decision 39)", () => {
  expect(REVIEW_KEYS["image.next"]).toMatchObject({ keys: ["Shift+ArrowRight"], places: NOT_TYPING });
  expect(REVIEW_KEYS["image.previous"]).toMatchObject({ keys: ["Shift+ArrowLeft"], places: NOT_TYPING });
});
