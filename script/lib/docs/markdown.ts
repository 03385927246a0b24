import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../../..");

export const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Every page that a reader of the repository may come to, from the root. */
export const pages = (): string[] =>
  globSync(["*.md", "*/**/*.md"], {
    cwd: ROOT,
    exclude: (name) => /(^|\/)(node_modules|dist|test-results|\.\w+)$/.test(name),
  })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted();

/** In a list it is indented. */
const FENCE = /^ *```(\w*)\n([\s\S]*?)^ *```$/gm;

/** What stands between fences, and in which language they say that it is. */
export const fences = (markdown: string): { language: string; text: string }[] =>
  Array.from(markdown.matchAll(FENCE), ([, language = "", text = ""]) => ({ language, text }));

/** The commands of a page's `sh` blocks as one types them: what goes on over several lines in one, remarks left out. */
export const commands = (markdown: string): string[] =>
  fences(markdown)
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.replaceAll(/\s*\\\n\s*/g, " ").split("\n"))
    .map((line) => line.replace(/(^|\s+)# .*$/, "").trim())
    .filter((line) => line !== "");

const prose = (markdown: string): string => markdown.replaceAll(FENCE, "");

/** What sentences and tables set as code. */
export const codeWords = (markdown: string): string[] =>
  Array.from(prose(markdown).matchAll(/`([^`\n]+)`/g), ([, text = ""]) => text);

/** Where a page's links and pictures lead. */
export const links = (markdown: string): string[] =>
  Array.from(prose(markdown).matchAll(/\]\(([^)\s]+)\)/g), ([, target = ""]) => target);

/** The anchors of a page's headings, as GitHub makes them. */
export const anchors = (markdown: string): Set<string> =>
  new Set(
    Array.from(prose(markdown).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(" ", "-"),
    ),
  );
