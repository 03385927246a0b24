import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, anchors, codeWords, commands, fences, links, pages, read } from "./markdown.ts";

/* What the pages say of the repository is there: files, headings, programs and their options. */

const PAGES = pages();

describe("every page", () => {
  it("links only to files and headings that are there", () => {
    const broken = PAGES.flatMap((page) =>
      links(read(page))
        .filter((link) => !/^https?:/.test(link) && !leads(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it("in docs/ is led to by another one", () => {
    const linked = new Set(
      PAGES.flatMap((page) => links(read(page)).map((link) => at(page, link.split("#")[0] ?? ""))),
    );
    const alone = PAGES.filter(
      (page) => page.startsWith("docs/") && !linked.has(page) && !linked.has(`${dirname(page)}/`),
    );
    expect(alone).toEqual([]);
  });

  it("says of each block what is in it, so that no command is overlooked", () => {
    const silent = PAGES.filter((page) => fences(read(page)).some(({ language }) => language === ""));
    expect(silent).toEqual([]);
  });

  it("names only files that are there", () => {
    const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const tops = folders
      .map(({ name }) => `${name}/`)
      .filter((name) => !name.startsWith(".") && name !== "node_modules/");
    const missing = PAGES.flatMap((page) =>
      codeWords(read(page))
        .map((word) => word.split(" ")[0] ?? "")
        .filter((word) => tops.some((top) => word.startsWith(top)) && !/[*{…<]|[A-Z]{4}/.test(word))
        .filter((path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, at(page, path))))
        .map((path) => `${page}: ${path}`),
    );
    expect(missing).toEqual([]);
  });
});

/** What a page calls by that name, from the root. */
const at = (page: string, path: string): string => join(dirname(page), path);

/** Whether a link of a page leads to a file, and to a heading of it where it names one. */
function leads(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : at(page, path);
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || anchors(read(target)).has(anchor);
}

/** What is said to precount. */
const spoken = (words: readonly string[]): string[] =>
  words[0] === "precount" ? words.slice(1) : words.slice(words.indexOf("cli/src/main.ts") + 1);

/** Where a command of precount stands. */
const sourceOf = (name: string): string => globSync(`cli/src/{,${name}/}${name}.ts`, { cwd: ROOT }).map(read).join("");

describe("programs that a page names", () => {
  const typed = PAGES.flatMap((page) =>
    [...codeWords(read(page)), ...commands(read(page))].map((text) => ({ page, words: text.split(/\s+/) })),
  );
  it("are commands of precount, with options that they have", () => {
    const help = execFileSync(process.execPath, ["cli/src/main.ts", "--help"], { cwd: ROOT, encoding: "utf8" });
    const names = Array.from(help.matchAll(/^ {2}([\w-]+) /gm), ([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(7);
    const wrong = typed
      .filter(({ words }) => (words[0] === "precount" && words.length > 1) || words.includes("cli/src/main.ts"))
      .map(({ page, words }) => ({ page, words: spoken(words) }))
      .filter(({ words: [name = "", ...options] }) => {
        if (!/^[a-z]/.test(name)) return false;
        const source = sourceOf(name);
        return !names.includes(name) || options.some((word) => word.startsWith("--") && !source.includes(word));
      });
    expect(wrong).toEqual([]);
  });

  it("are benchmarks, and each of those is in the operators' table", () => {
    const { stderr } = spawnSync(process.execPath, ["bench/src/main.ts"], { cwd: ROOT, encoding: "utf8" });
    const names = (/-- (.*)/.exec(stderr)?.[1] ?? "").split(" | ");
    expect(names.length).toBeGreaterThan(10);
    const named = typed
      .filter(({ words }) => words.slice(0, 3).join(" ") === "npm run bench")
      .map(({ words }) => words[4] ?? "")
      .filter((name) => name !== "NAME");
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
    const rows = read("docs/operations.md").matchAll(/^\| `([\w-]+)` \|/gm);
    const listed = new Set(Array.from(rows, ([, name = ""]) => name));
    expect(names.filter((name) => !listed.has(name))).toEqual([]);
  });
});
