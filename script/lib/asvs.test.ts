import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { REQUIREMENTS, readRows } from "./asvs.ts";
import { titlesOf } from "./test-titles.ts";

/* Checks that every test and file named in docs/asvs.md exists. A reviewer judges whether a test proves its requirement. */

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const markdown = read("docs/asvs.md");
const rows = readRows(markdown);
const count = (wanted: string): number =>
  rows.filter(({ state }) => state === wanted).reduce((sum, { requirements }) => sum + requirements.length, 0);

describe("docs/asvs.md", () => {
  it("has exactly one row for every requirement of levels 1 and 2", () => {
    const numbers = rows.flatMap(({ requirements }) => requirements);
    expect(numbers.toSorted()).toEqual(REQUIREMENTS.toSorted());
    expect(numbers).toHaveLength(246);
  });

  it("names only existing tests and files", () => {
    const titles = new Map<string, Set<string>>();
    const titlesIn = (file: string): Set<string> => {
      const known = titles.get(file) ?? titlesOf(existsSync(join(ROOT, file)) ? read(file) : "");
      titles.set(file, known);
      return known;
    };
    const tests = rows.flatMap((row) => row.tests);
    expect(tests.length).toBeGreaterThan(150);
    expect(tests.filter(({ file, title }) => !titlesIn(file).has(title))).toEqual([]);
    expect(rows.flatMap(({ files }) => files).filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it("names a test for every requirement that is met", () => {
    const unproven = rows.filter(({ state, tests }) => state === "met" && tests.length === 0);
    expect(unproven.flatMap(({ requirements }) => requirements)).toEqual([]);
  });

  it("states the right counts and links to existing headings of security.md", () => {
    const figures = `${count("met")} met, ${count("met by")} met by, ${count("not met")} not met, ${count("n/a")} n/a`;
    expect(markdown).toContain(`Of ${REQUIREMENTS.length}: ${figures}.`);
    const headings = new Set(
      Array.from(read("docs/security.md").matchAll(/^## (.+)$/gm), ([, text = ""]) =>
        text.toLowerCase().replaceAll(" ", "-"),
      ),
    );
    const linked = Array.from(markdown.matchAll(/security\.md#([\w-]+)/g), ([, anchor = ""]) => anchor);
    expect(linked.filter((anchor) => !headings.has(anchor))).toEqual([]);
  });
});
