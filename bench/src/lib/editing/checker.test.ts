import { expect, test } from "vitest";
import { type Logged, type Told, type Word, checkHistory, tellTogether } from "./checker.ts";
import { drawPlans } from "./plan.ts";

const CODE = "4 code";
const initial = new Map([[CODE, "111111"]]);
const word = (id: string, saw: string, said: string): Word => ({ id, target: CODE, saw: [saw], said });
const entry = ({ id, target, said }: Word): Logged => ({ key: id, target, value: said });
const told = (words: Word[], saved: string[] = [], shown: string[] = []): Told => ({
  words,
  saved: new Set(saved),
  shown: new Map([[CODE, new Set(shown)]]),
});

const first = word("a", "111111", "222222");
const later = word("b", "222222", "333333");
const blind = word("c", "111111", "444444");

test("a log whose authors saw every value they replaced is correct", () => {
  const verdict = checkHistory([entry(first), entry(later)], [told([first], ["a"]), told([later], ["b"])], initial);
  expect(verdict).toEqual({ lost: [], doubled: [], unknown: [], overwritten: [] });
});

test("a missing saved edit is lost, a repeated one is doubled, an unexpected one is unknown", () => {
  const log = [entry(first), entry(first), entry(word("x", "", "555555"))];
  const verdict = checkHistory(log, [told([first, later], ["a", "b"])], new Map());
  expect(verdict).toEqual({ lost: ["b"], doubled: ["a"], unknown: ["x"], overwritten: [] });
});

test("replacing an unseen value is found, and is correct once a conflict has shown it", () => {
  const log = [entry(first), entry(blind)];
  expect(checkHistory(log, [told([first]), told([blind])], initial).overwritten).toEqual([
    '4 code: "222222" by "444444"',
  ]);
  expect(checkHistory(log, [told([first]), told([blind], [], ["222222"])], initial).overwritten).toEqual([]);
});

test("two tabs of one browser share what they have seen", () => {
  const people = [tellTogether([told([first], ["a"]), told([blind], [], ["999999"])])];
  expect(checkHistory([entry(first), entry(blind)], people, initial).overwritten).toEqual([]);
  expect([...(people[0]?.saved ?? [])]).toEqual(["a"]);
});

test("the same seed gives the same histories", () => {
  expect(drawPlans(5, 7)).toEqual(drawPlans(5, 7));
  expect(drawPlans(5, 7)).not.toEqual(drawPlans(5, 8));
});
