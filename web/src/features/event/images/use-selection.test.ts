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

test("Shift and arrow keys extend a range, shrink it on the way back, and keep what was selected before", () => {
  const { sids, click, extend } = createSelection();
  click("e", true, PAGE, false);
  extend("b", "c", PAGE);
  extend("c", "d", PAGE);
  expect([...sids.get()].toSorted()).toEqual(["b", "c", "d", "e"]);
  extend("d", "e", PAGE);
  extend("e", "c", PAGE);
  expect([...sids.get()].toSorted()).toEqual(["b", "c", "e"]);
  extend("c", "a", PAGE);
  expect([...sids.get()].toSorted()).toEqual(["a", "b", "e"]);
});

test("an arrow key without Shift, or another selection, starts a new range", () => {
  const { sids, extend, toggle } = createSelection();
  extend("a", "b", PAGE);
  extend("d", "e", PAGE);
  extend("e", "d", PAGE);
  expect([...sids.get()].toSorted()).toEqual(["a", "b", "d"]);
  toggle(["b"], false);
  extend("d", "c", PAGE);
  expect([...sids.get()].toSorted()).toEqual(["a", "c", "d"]);
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
