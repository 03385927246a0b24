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

  it("has a test about the row's subject for each claim of a title", () => {
    const misleading = SPEC_ROWS.flatMap((row) =>
      (byRow.get(row.number) ?? [])
        .filter((proof) => !mentionsSubject(row, proof))
        .map(({ title, file }) => `${row.number} ${row.title}: ${title} (${file})`),
    );
    expect(misleading).toEqual([]);
  });

  it("recognizes a title that claims the wrong row", () => {
    const unlock = { number: "S4.16", title: "Unlock", isSeen: true };
    const claims = (title: string, text = ""): boolean =>
      mentionsSubject(unlock, { file: "bulk.test.ts", title, text: `${title} ${text}` });
    expect(claims("S4.16 validating many")).toBe(false);
    expect(claims("S4.16 unlocks one")).toBe(true);
    // The source of a test counts only if the title claims several rows.
    expect(claims("S4.16 the verbs", "unlock()")).toBe(false);
    expect(claims("S4.15 S4.16 the verbs", "unlock()")).toBe(true);
    expect(claims("S4.15 S4.16 the verbs", "validate()")).toBe(false);
  });

  it("does not accept a word that is in most tests for a claim of several rows", () => {
    const row = { number: "S2.12", title: "Event settings page", isSeen: true };
    const claims = (text: string): boolean => mentionsSubject(row, { file: "a.ts", title: "S2.11 S2.12 it", text });
    expect([claims("the event"), claims("its settings")]).toEqual([false, true]);
  });

  it("lists every row number that a title contains", () => {
    const known = new Set(SPEC_ROWS.map(({ number }) => number));
    expect([...byRow.keys()].filter((number) => !known.has(number))).toEqual([]);
  });
});
