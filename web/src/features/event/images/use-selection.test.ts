import { expect, test } from "vitest";
import { createSelection } from "./use-selection.ts";

const PAGE = ["a", "b", "c", "d", "e"];

test("one is ticked, then with Shift all up to another, either way; what was unticked last unticks them again", () => {
  const { sids, tick } = createSelection();
  tick("b", true, PAGE, false);
  tick("d", true, PAGE, true);
  expect([...sids.get()]).toEqual(["b", "c", "d"]);
  tick("a", true, PAGE, true);
  expect([...sids.get()].toSorted()).toEqual(["a", "b", "c", "d"]);
  tick("c", false, PAGE, true);
  expect([...sids.get()]).toEqual(["d"]);
});

test("with Shift from one that is on another page, or from none, it is that one alone", () => {
  const { sids, tick } = createSelection();
  tick("c", true, PAGE, true);
  tick("y", true, ["x", "y", "z"], true);
  expect([...sids.get()]).toEqual(["c", "y"]);
});

test("a page is ticked and unticked around what is selected elsewhere; who reads hears of each change once", () => {
  const { sids, select, turn } = createSelection();
  let heard = 0;
  sids.subscribe(() => (heard += 1));
  select(["elsewhere", "b"]);
  turn(PAGE, true);
  expect([...sids.get()]).toEqual(["elsewhere", "b", "a", "c", "d", "e"]);
  turn(PAGE, false);
  expect([...sids.get()]).toEqual(["elsewhere"]);
  expect(heard).toBe(3);
});
