import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { proseOf } from "./extract.ts";
import { readDecisions, referenceProblems } from "./references.ts";
import { PROSE_RULES } from "./rules.ts";

/*
 * `node script/lib/prose/check.ts [PATH …]`: fails on banned constructions in comments, docs and texts, and on references to
 * decisions that do not exist. Part of script/check.
 */

const ROOT = join(import.meta.dirname, "../../..");
/** Rules and tests contain the constructions; fixtures and data are not reworded. */
const EXCLUDED =
  /^domain\/src\/user\/common-words\.ts$|^script\/lib\/prose\/|\/fixtures\/|\/testing\/(?:corpus|printed|hostile|word-corpus|libreoffice|photographed)\/|^samples\/|^training\/assets\/|^server\/migrations\/|LICENSE|package-lock\.json|golden\.json/;
const CHECKED = /\.(?:tsx?|md|py|sh|ya?ml|css)$|^script\/[\w-]+$|Dockerfile$/;

/** @returns one line for each problem: `path:line: what is wrong` */
export function checkProse(path: string, source: string): string[] {
  return proseOf(path, source).flatMap(({ line, text }) =>
    PROSE_RULES.flatMap(({ pattern, advice }) => {
      const found = pattern.exec(text)?.[0].trim();
      return found === undefined ? [] : [`${path}:${line}: '${found.slice(0, 60)}' – ${advice}`];
    }),
  );
}

function trackedFiles(paths: readonly string[]): string[] {
  const list = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--", ...paths], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return list.split("\n").filter((path) => CHECKED.test(path) && !EXCLUDED.test(path) && existsSync(join(ROOT, path)));
}

function main(paths: readonly string[]): void {
  const decisions = readDecisions();
  const problems = trackedFiles(paths).flatMap((path) => {
    const source = readFileSync(join(ROOT, path), "utf8");
    const references = referenceProblems(source, decisions).map((problem) => `${path}: ${problem}`);
    return checkProse(path, source).concat(references);
  });
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) {
    process.stderr.write(`${problems.length} problems. docs/glossary.md and CONTRIBUTING.md say how we write.\n`);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main(process.argv.slice(2));
