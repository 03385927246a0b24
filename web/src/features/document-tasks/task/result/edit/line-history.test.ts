import { expect, test } from "vitest";
import { changeHistory, endMove, startHistory, undoHistory } from "./line-history.ts";

const withColumns = (...columns: number[]) => ({ columns, rows: [0, 10], merged: [] });

test("PD-111: Undo brings back each step of the lines, down to those of the start", () => {
  const start = withColumns(0, 50);
  const added = changeHistory(startHistory(start), withColumns(0, 25, 50), false);
  const cleared = changeHistory(added, null, false);
  expect(undoHistory(cleared).lines).toEqual(withColumns(0, 25, 50));
  expect(undoHistory(undoHistory(cleared))).toEqual(startHistory(start));
  expect(undoHistory(startHistory(start))).toEqual(startHistory(start));
});

test("PD-111: Undo takes back one drag of a line, not each of its moves", () => {
  const start = withColumns(0, 25, 50);
  const first = changeHistory(
    changeHistory(startHistory(start), withColumns(0, 26, 50), true),
    withColumns(0, 30, 50),
    true,
  );
  const second = changeHistory(endMove(first), withColumns(0, 40, 50), true);
  expect(undoHistory(second).lines).toEqual(withColumns(0, 30, 50));
  expect(undoHistory(undoHistory(second)).lines).toEqual(start);
});
