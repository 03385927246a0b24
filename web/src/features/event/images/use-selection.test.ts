import { expect, test } from "vitest";
import { createSelection } from "./use-selection.ts";

const PAGE = ["a", "b", "c", "d", "e"];

test("Shift and click selects the range from the last clicked image in either direction, and deselects it after a deselection", () => {
  const { sids, click } = createSelection();
  click("b", true, PAGE, false);
  click("d", true, PAGE, true);
  expect([...sids.get()]).toEqual(["b", "c", "d"]);
  click("a", true, PAGE, true);
  expect([...sids.get()].toSorted()).toEqual(["a", "b", "c", "d"]);
  click("c", false, PAGE, true);
  expect([...sids.get()]).toEqual(["d"]);
});

test("Shift and click selects one image when the last clicked one is on another page or missing", () => {
  const { sids, click } = createSelection();
  click("c", true, PAGE, true);
  click("y", true, ["x", "y", "z"], true);
  expect([...sids.get()]).toEqual(["c", "y"]);
});

test("toggling a page keeps the selection of other pages and notifies subscribers once per change", () => {
  const { sids, select, toggle } = createSelection();
  let changes = 0;
  sids.subscribe(() => (changes += 1));
  select(["elsewhere", "b"]);
  toggle(PAGE, true);
  expect([...sids.get()]).toEqual(["elsewhere", "b", "a", "c", "d", "e"]);
  toggle(PAGE, false);
  expect([...sids.get()]).toEqual(["elsewhere"]);
  expect(changes).toBe(3);
});
