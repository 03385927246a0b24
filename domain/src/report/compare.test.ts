import { array, assert, constantFrom, option, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { type ComparedRow, changedUnits, compareRows } from "./compare.ts";

const row = (changes: Partial<ComparedRow> = {}): ComparedRow => ({
  areaCode: "1",
  bayCode: "",
  shelfCode: "02",
  code: "012345",
  quantity: "7",
  position: 1,
  source: null,
  ...changes,
});

describe("PD-143 differences between two versions of a report", () => {
  test("pairs rows of the same sticker if all values changed", () => {
    const before = row({ source: "a:0" });
    const after = row({ source: "a:0", code: "054321", quantity: "8", areaCode: "2" });
    expect(compareRows([before], [after])).toEqual([{ kind: "changed", before, after }]);
  });

  test("a moved row is no change", () => {
    expect(compareRows([row({ position: 3, source: "a:0" })], [row({ position: 9, source: "b:4" })])).toEqual([]);
  });

  test("pairs the same code at the same place without sources", () => {
    const [before, after] = [row(), row({ quantity: "70" })];
    expect(compareRows([before], [after])).toEqual([{ kind: "changed", before, after }]);
  });

  test("names the sticker that was removed, not an equal one of another photo", () => {
    const [kept, gone] = [row({ source: "a:0" }), row({ source: "b:0" })];
    expect(compareRows([gone, kept], [kept])).toEqual([{ kind: "removed", before: gone }]);
  });

  test("adds up the units of the rows that differ, not of equal ones", () => {
    const kept = row({ source: "a:0", quantity: "100" });
    const before = [kept, row({ source: "a:1", quantity: "5" }), row({ source: "a:2", quantity: "" })];
    const after = [kept, row({ source: "a:1", quantity: "7" }), row({ source: "a:3", code: "000001", quantity: "2" })];
    expect(changedUnits(compareRows(before, after))).toEqual({ before: 5, after: 9 });
    expect(changedUnits([])).toEqual({ before: 0, after: 0 });
  });

  test("lists other rows as added and removed", () => {
    const [before, after] = [row({ code: "000001" }), row({ code: "000002" })];
    expect(compareRows([before], [after])).toEqual([
      { kind: "added", after },
      { kind: "removed", before },
    ]);
  });
});

const anyRow = record({
  areaCode: constantFrom("1", "2"),
  bayCode: constantFrom(""),
  shelfCode: constantFrom("01"),
  code: constantFrom("000001", "000002"),
  quantity: constantFrom("1", "2"),
  position: constantFrom(1),
  source: option(constantFrom("a:0", "a:1", "b:0")),
});

const valuesOf = (rows: readonly ComparedRow[]) =>
  rows.map(({ areaCode, code, quantity }) => `${areaCode} ${code} ${quantity}`).toSorted();

test("PD-143 the changes turn the older report's rows into the newer one's", () => {
  assert(
    property(array(anyRow, { maxLength: 8 }), array(anyRow, { maxLength: 8 }), (before, after) => {
      const changes = compareRows(before, after);
      const gone = new Set(changes.flatMap((change) => ("before" in change ? [change.before] : [])));
      const came = changes.flatMap((change) => ("after" in change ? [change.after] : []));
      expect(valuesOf([...before.filter((one) => !gone.has(one)), ...came])).toEqual(valuesOf(after));
    }),
  );
});
