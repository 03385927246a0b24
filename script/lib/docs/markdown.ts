import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../../..");

export const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Every Markdown page of the repository, as paths from its root. */
export const pages = (): string[] =>
  globSync(["*.md", "*/**/*.md"], {
    cwd: ROOT,
    exclude: (name) => /(^|\/)(node_modules|dist|test-results|\.\w+)$/.test(name),
  })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted();

/** A fenced block; inside a list it is indented. */
const FENCE = /^ *```(\w*)\n([\s\S]*?)^ *```$/gm;

/** The fenced blocks of a page with their languages. */
export const fences = (markdown: string): { language: string; text: string }[] =>
  Array.from(markdown.matchAll(FENCE), ([, language = "", text = ""]) => ({ language, text }));

/** The commands of a page's `sh` blocks: continued lines joined, comments removed. */
export const commands = (markdown: string): string[] =>
  fences(markdown)
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.replaceAll(/\s*\\\n\s*/g, " ").split("\n"))
    .map((line) => line.replace(/(^|\s+)# .*$/, "").trim())
    .filter((line) => line !== "");

const prose = (markdown: string): string => markdown.replaceAll(FENCE, "");

/** Inline code of sentences and tables. */
export const codeWords = (markdown: string): string[] =>
  Array.from(prose(markdown).matchAll(/`([^`\n]+)`/g), ([, text = ""]) => text);

/** The targets of a page's links and images. */
export const links = (markdown: string): string[] =>
  Array.from(prose(markdown).matchAll(/\]\(([^)\s]+)\)/g), ([, target = ""]) => target);

/** The anchors of a page's headings, as GitHub generates them. */
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
