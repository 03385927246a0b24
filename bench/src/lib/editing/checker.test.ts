import { expect, test } from "vitest";
import { type ClientLog, type Edit, type Logged, checkHistory, mergeClientLogs } from "./checker.ts";
import { drawPlans } from "./plan.ts";

const CODE = "4 code";
const initial = new Map([[CODE, "111111"]]);
const edit = (id: string, seenValue: string, newValue: string): Edit => ({
  id,
  target: CODE,
  seenValues: [seenValue],
  newValue,
});
const entry = ({ id, target, newValue }: Edit): Logged => ({ key: id, target, value: newValue });
const clientLog = (edits: Edit[], saved: string[] = [], shown: string[] = []): ClientLog => ({
  edits,
  saved: new Set(saved),
  shown: new Map([[CODE, new Set(shown)]]),
});

const first = edit("a", "111111", "222222");
const later = edit("b", "222222", "333333");
const blind = edit("c", "111111", "444444");

test("a log whose authors saw every value they replaced is correct", () => {
  const verdict = checkHistory(
    [entry(first), entry(later)],
    [clientLog([first], ["a"]), clientLog([later], ["b"])],
    initial,
  );
  expect(verdict).toEqual({ lost: [], doubled: [], unknown: [], overwritten: [] });
});

test("a missing saved edit is lost, a repeated one is doubled, an unexpected one is unknown", () => {
  const log = [entry(first), entry(first), entry(edit("x", "", "555555"))];
  const verdict = checkHistory(log, [clientLog([first, later], ["a", "b"])], new Map());
  expect(verdict).toEqual({ lost: ["b"], doubled: ["a"], unknown: ["x"], overwritten: [] });
});

test("replacing an unseen value is found, and is correct once a conflict has shown it", () => {
  const log = [entry(first), entry(blind)];
  expect(checkHistory(log, [clientLog([first]), clientLog([blind])], initial).overwritten).toEqual([
    '4 code: "222222" by "444444"',
  ]);
  expect(checkHistory(log, [clientLog([first]), clientLog([blind], [], ["222222"])], initial).overwritten).toEqual([]);
});

test("two tabs of one browser share what they have seen", () => {
  const people = [mergeClientLogs([clientLog([first], ["a"]), clientLog([blind], [], ["999999"])])];
  expect(checkHistory([entry(first), entry(blind)], people, initial).overwritten).toEqual([]);
  expect([...(people[0]?.saved ?? [])]).toEqual(["a"]);
});

test("the same seed gives the same histories", () => {
  expect(drawPlans(5, 7)).toEqual(drawPlans(5, 7));
  expect(drawPlans(5, 7)).not.toEqual(drawPlans(5, 8));
});
