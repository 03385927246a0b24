import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCaptured } from "../../../cli/src/testing.ts";
import { servedName } from "../../../vision/src/kserve/model-server.ts";
import { ROOT, anchors, codeWords, commands, fences, links, pages, read } from "./markdown.ts";

/* Files, headings, commands and options that the pages mention must exist. */

const PAGES = pages();

describe("every page", () => {
  it("links only to files and headings that exist", () => {
    const broken = PAGES.flatMap((page) =>
      links(read(page))
        .filter((link) => !/^https?:/.test(link) && !isValidLink(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it("in docs/ is linked from another page", () => {
    const linked = new Set(
      PAGES.flatMap((page) => links(read(page)).map((link) => at(page, link.split("#")[0] ?? ""))),
    );
    const unlinked = PAGES.filter(
      (page) => page.startsWith("docs/") && !linked.has(page) && !linked.has(`${dirname(page)}/`),
    );
    expect(unlinked).toEqual([]);
  });

  it("names the language of each block, so that no command is overlooked", () => {
    const withoutLanguage = PAGES.filter((page) => fences(read(page)).some(({ language }) => language === ""));
    expect(withoutLanguage).toEqual([]);
  });

  it("names only files that exist", () => {
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

describe("the page about operations", () => {
  it("names the weights that the model server's example would show", () => {
    const manifest = read("vision/models/precount/manifest.json");
    const weights = [...manifest.matchAll(/"role": "(\w+)",\s+"file": "[\w.]+",\s+"sha256": "(\w+)/g)];
    expect(weights).toHaveLength(3);
    const named = read("docs/operations.md").match(/precount-\w+-[0-9a-f]{12}(?=\/)/g);
    expect(named).toEqual(weights.map(([, role = "", sha256 = ""]) => servedName("precount", role, sha256)));
  });
});

/** A path relative to a page, as a path from the root. */
const at = (page: string, path: string): string => join(dirname(page), path);

/** Whether a link points to an existing file and, if it names one, to an existing heading. */
function isValidLink(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : at(page, path);
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || anchors(read(target)).has(anchor);
}

/** The arguments of a `precount` command line; null for other commands. */
function precountArguments(words: readonly string[]): readonly string[] | null {
  const [first = "", ...rest] = words.filter((word) => !/^[A-Z_]+=/.test(word));
  return /^(?:\.\/)?precount$/.test(first) ? rest : null;
}

/** Help of a command with the help of its subcommands. */
async function helpOfCommand(name: string): Promise<string> {
  const { out } = await runCaptured({}, ...(name === "help" ? ["--help"] : [name, "--help"]));
  const subcommands = name === "help" ? [] : listedCommands(out).filter((subcommand) => subcommand !== "help");
  const helps = await Promise.all(subcommands.map((subcommand) => runCaptured({}, name, subcommand, "--help")));
  return [out, ...helps.map((help) => help.out)].join("\n");
}

/** Names in the section "Commands:" of a help text. */
const listedCommands = (help: string): string[] =>
  Array.from((help.split("Commands:")[1] ?? "").matchAll(/^ {2}([a-z][\w-]*) /gm), ([, name = ""]) => name);

describe("programs that a page names", () => {
  const typed = PAGES.flatMap((page) =>
    [...codeWords(read(page)), ...commands(read(page))].map((text) => ({ page, words: text.split(/\s+/) })),
  );
  it("are commands of precount with existing options", async () => {
    const names = listedCommands((await runCaptured({}, "--help")).out);
    expect(names.length).toBeGreaterThan(7);
    const helpOf = new Map(await Promise.all(names.map(async (name) => [name, await helpOfCommand(name)] as const)));
    const wrong = typed.filter(({ words }) => {
      const [name = "", ...args] = precountArguments(words) ?? [];
      if (!/^[a-z]/.test(name)) return false;
      const help = helpOf.get(name);
      return help === undefined || args.some((word) => word.startsWith("--") && !help.includes(word));
    });
    expect(wrong).toEqual([]);
  });

  it("are existing benchmarks, and every benchmark is listed in docs/operations.md", () => {
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
