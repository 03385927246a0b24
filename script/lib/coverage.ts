import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { SPEC_ROWS, type SpecRow } from "./spec-rows.ts";
import { titlesOf } from "./test-titles.ts";

/*
 * docs/coverage.md: which tests prove which row of the specification, as their titles say. Written by
 * `node script/lib/coverage.ts`; a test compares it with what is there.
 */

const ROOT = join(import.meta.dirname, "../..");
export const COVERAGE = join(ROOT, "docs/coverage.md");

export type Proof = { file: string; title: string };

/** Every test whose title carries a row's number, by that number. */
export function proofs(): Map<string, Proof[]> {
  const byRow = new Map<string, Proof[]>();
  for (const file of testFiles()) {
    const source = readFileSync(join(ROOT, file), "utf8");
    for (const title of [...titlesOf(source), ...tableTitles(source)]) {
      for (const [number] of title.matchAll(/\bS\d\.\d\d\b/g)) {
        byRow.set(number, [...(byRow.get(number) ?? []), { file, title }]);
      }
    }
  }
  return byRow;
}

/** Of `each` whose title is a row's first word, `%s`: those first words. */
const tableTitles = (source: string): string[] =>
  /\]\)\("%s"/.test(source) ? Array.from(source.matchAll(/\[\s*"(S\d\.\d\d [^"]*)"/g), ([, title = ""]) => title) : [];

const testFiles = (): string[] =>
  globSync("*/**/*.{test,spec}.ts", { cwd: ROOT, exclude: (name) => /(^|\/)(node_modules|dist|\.venv)$/.test(name) })
    .map((path) => relative(ROOT, join(ROOT, path)).replaceAll("\\", "/"))
    .toSorted();

export const isInBrowser = ({ file }: Proof): boolean => file.startsWith("e2e/");

/** What docs/coverage.md says. */
export function coverage(): string {
  const byRow = proofs();
  return [
    "# What is proven",
    "",
    "Each row of the specification by its number, under a short title of our own, with the tests whose titles carry that",
    "number. What a person sees is proven in the browser (`e2e/`). Written by `node script/lib/coverage.ts`; not by hand.",
    "",
    "| Row | What | Seen | Tests |",
    "|---|---|---|---|",
    ...SPEC_ROWS.map((row) => lineOf(row, byRow.get(row.number) ?? [])),
    "",
  ].join("\n");
}

const lineOf = ({ number, title, isSeen }: SpecRow, tests: readonly Proof[]): string => {
  const files = [...new Set(tests.map(({ file }) => file))].map((file) => `\`${file}\``);
  return `| ${number} | ${title} | ${isSeen ? "yes" : ""} | ${files.join("<br>")} |`;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeFileSync(COVERAGE, coverage());
