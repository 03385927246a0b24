import { expect, test } from "vitest";
import { type EditFocus, initialsOf, presentUsers } from "./presence.ts";

const [ann, bob] = ["Bob Stone", "Ann"].map((name, i) => ({ sid: String(i).repeat(24), name }));
const editFocus = (index: number, field: EditFocus["field"] = null): EditFocus => ({
  detectionSid: "d".repeat(24),
  index,
  field,
});

test("merges the tabs of a user with both edit focuses and sorts by name", () => {
  if (!ann || !bob) throw new Error("nobody");
  const tabs = [
    { user: ann, hand: editFocus(1) },
    { user: bob, hand: null },
    { user: ann, hand: editFocus(1) },
    { user: ann, hand: editFocus(1, "code") },
  ];
  expect(presentUsers(tabs)).toEqual([
    { ...bob, hands: [] },
    { ...ann, hands: [editFocus(1), editFocus(1, "code")] },
  ]);
  expect(presentUsers([])).toEqual([]);
});

test.each([
  ["Ann Marie Stone", "AS"],
  ["  bob ", "B"],
  ["Ýrr Ödum", "ÝÖ"],
  ["😀 Person", "😀P"],
  ["", "?"],
])("initials of '%s': %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
