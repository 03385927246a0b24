import { expect, it } from "vitest";
import { conflictingAction, actionIds, keysOf, reservedReason } from "../../../../shared/keyboard/bindings.ts";
import { NOT_TYPING } from "../../../../shared/keyboard/key-action.ts";
import { REVIEW_KEYS } from "./key-table.ts";

const ids = actionIds(REVIEW_KEYS);

it("no two actions have the same key in one context", () => {
  const conflicts = ids.flatMap((id) =>
    keysOf(REVIEW_KEYS, {}, id).flatMap((chord) => {
      const holder = conflictingAction(REVIEW_KEYS, {}, id, chord);
      return holder === null ? [] : [`${chord}: ${id} and ${holder}`];
    }),
  );
  expect(conflicts).toEqual([]);
});

it("every action has a key, a title and a context", () => {
  for (const id of ids) {
    const { keys, title, contexts } = REVIEW_KEYS[id];
    expect([id, keys.length > 0, title.length > 0, contexts.length > 0]).toEqual([id, true, true, true]);
  }
});

it("only fixed actions have reserved keys", () => {
  const free = ids.filter((id) => REVIEW_KEYS[id].fixedReason === undefined);
  const reserved = free.filter((id) => REVIEW_KEYS[id].keys.some((chord) => reservedReason(chord) !== null));
  expect(reserved).toEqual([]);
});

it("S2.43 Shift with an arrow steps through the images, but not while text is typed (PD-39)", () => {
  expect(REVIEW_KEYS["image.next"]).toMatchObject({ keys: ["Shift+ArrowRight"], contexts: NOT_TYPING });
  expect(REVIEW_KEYS["image.previous"]).toMatchObject({ keys: ["Shift+ArrowLeft"], contexts: NOT_TYPING });
});
