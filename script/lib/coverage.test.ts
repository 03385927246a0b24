import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COVERAGE, coverage, isInBrowser, mentionsSubject, proofs } from "./coverage.ts";
import { SPEC_ROWS } from "./spec-rows.ts";

describe("docs/coverage.md", () => {
  const byRow = proofs();

  it("is up to date: run `script/run node script/lib/coverage.ts`", () => {
    expect(readFileSync(COVERAGE, "utf8")).toBe(coverage());
  });

  it("has a test for every row of the specification", () => {
    expect(SPEC_ROWS).toHaveLength(179);
    expect(SPEC_ROWS.filter(({ number }) => !byRow.has(number))).toEqual([]);
  });

  it("has a browser test for every row that a user sees", () => {
    const seen = SPEC_ROWS.filter(({ isSeen }) => isSeen);
    expect(seen.length).toBeGreaterThan(100);
    expect(seen.filter(({ number }) => !byRow.get(number)?.some(isInBrowser))).toEqual([]);
  });

  it("has a word of the row's subject in each title that claims this row alone", () => {
    const misleading = SPEC_ROWS.flatMap((row) =>
      (byRow.get(row.number) ?? [])
        .filter(({ title }) => title.match(/\bS\d\.\d\d\b/g)?.length === 1)
        .filter((proof) => !mentionsSubject(row, proof))
        .map(({ title, file }) => `${row.number} ${row.title}: ${title} (${file})`),
    );
    expect(misleading).toEqual([]);
  });

  it("recognizes a title that claims the wrong row", () => {
    const unlock = { number: "S4.16", title: "Unlock", isSeen: true };
    expect(mentionsSubject(unlock, { file: "bulk.test.ts", title: "S4.16 validating many" })).toBe(false);
    expect(mentionsSubject(unlock, { file: "bulk.test.ts", title: "S4.16 unlocks one" })).toBe(true);
  });

  it("lists every row number that a title contains", () => {
    const known = new Set(SPEC_ROWS.map(({ number }) => number));
    expect([...byRow.keys()].filter((number) => !known.has(number))).toEqual([]);
  });
});
