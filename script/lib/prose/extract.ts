import { parseSync } from "oxc-parser";
import { type SyntaxNode, walk } from "../syntax.ts";

/** A piece of prose and the line of its file where it starts, from 1. */
export type Prose = { line: number; text: string };

/** String literals with fewer words are names and keys. */
const MIN_WORDS = 4;

/** The prose of a file by its extension; none for files of other kinds. */
export function proseOf(path: string, source: string): Prose[] {
  if (/\.tsx?$/.test(path)) return proseOfTypeScript(path, source);
  if (path.endsWith(".md")) return proseOfMarkdown(source);
  if (path.endsWith(".py")) return proseOfPython(source);
  if (/\.(?:sh|ya?ml|toml|css)$|^script\/[\w-]+$|Dockerfile$/.test(path)) return proseOfLineComments(source);
  return [];
}

/** Comments and longer texts. */
function proseOfTypeScript(path: string, source: string): Prose[] {
  const { comments, program } = parseSync(path, source);
  const lineAt = lineFinder(source);
  const toProse = ({ start, value }: { start: number; value: string }): Prose => ({
    line: lineAt(start),
    text: value.replaceAll(/^\s*\*+ ?/gm, ""),
  });
  const found: Prose[] = [
    ...comments.filter(({ type }) => type === "Block").map(toProse),
    ...joinedLineComments(comments.filter(({ type }) => type === "Line").map(toProse)),
  ];
  walk(program, (node) => {
    const text = textOf(node);
    if (text !== null && isSentence(text)) found.push({ line: lineAt(node.start), text });
  });
  return found.map(({ line, text }) => ({ line, text: withoutCode(text) }));
}

/** `//` comments on lines that follow each other are one text: a sentence may span them. */
function joinedLineComments(comments: readonly Prose[]): Prose[] {
  const joined: Prose[] = [];
  let lastLine = -1;
  for (const { line, text } of comments) {
    const previous = joined.at(-1);
    if (previous && line === lastLine + 1 && !text.includes("\n")) previous.text += `\n${text}`;
    else joined.push({ line, text });
    lastLine = line + text.split("\n").length - 1;
  }
  return joined;
}

function textOf({ type, value }: SyntaxNode): string | null {
  if ((type === "Literal" || type === "JSXText") && typeof value === "string") return value;
  // A template's text between its expressions.
  if (type === "TemplateElement" && typeof value === "object" && value !== null && "cooked" in value) {
    return typeof value.cooked === "string" ? value.cooked : null;
  }
  return null;
}

/** Ordinary words with spaces between them: no path, no selector, no SQL, no regular expression. */
const isSentence = (text: string): boolean =>
  text.trim().split(/\s+/).length >= MIN_WORDS &&
  !/[{}<>|=_\\]|::|\b(?:select|insert|update|delete|create|alter) /.test(text);

/** Paragraphs, list items and table cells; neither code blocks nor inline code. */
function proseOfMarkdown(source: string): Prose[] {
  const found: Prose[] = [];
  let isCode = false;
  let paragraph: Prose | null = null;
  for (const [index, line] of source.split("\n").entries()) {
    if (/^ *```/.test(line)) isCode = !isCode;
    const isText = !isCode && !/^ *```/.test(line) && line.trim() !== "";
    if (!isText) paragraph = null;
    else if (line.startsWith("|")) {
      for (const cell of line.split("|")) found.push({ line: index + 1, text: cell.trim() });
    } else if (paragraph === null || /^ *(?:[-*#]|\d+\.) /.test(line)) {
      paragraph = { line: index + 1, text: line.replace(/^ *(?:[-*]|#+|\d+\.) /, "") };
      found.push(paragraph);
    } else paragraph.text += `\n${line.trim()}`;
  }
  return found.map(({ line, text }) => ({ line, text: withoutCode(text) }));
}

function proseOfPython(source: string): Prose[] {
  const lineAt = lineFinder(source);
  const docstrings = Array.from(source.matchAll(/^[ \t]*(?:r|f)?"""([\s\S]*?)"""/gm), ({ index, 1: text = "" }) => ({
    line: lineAt(index),
    text: withoutCode(text),
  }));
  return [...docstrings, ...proseOfLineComments(source)];
}

/** Comments that start with `#` or, in style sheets, are between slash and star. */
function proseOfLineComments(source: string): Prose[] {
  const lines = source.split("\n").flatMap((line, index) => {
    const text = /(?:^|\s)#(?!!)\s?(.*)$/.exec(line)?.[1] ?? /\/\*(.*?)(?:\*\/|$)/.exec(line)?.[1];
    return text === undefined ? [] : [{ line: index + 1, text }];
  });
  return joinedLineComments(lines).map(({ line, text }) => ({ line, text: withoutCode(text) }));
}

/** Code, links' targets and quoted examples are not our prose. */
const withoutCode = (text: string): string =>
  text
    .replaceAll(/`[^`]*`/g, "`…`")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/"[^"\n]*"|“[^”]*”/g, '"…"')
    .replaceAll(/\s+/g, " ")
    .trim();

function lineFinder(source: string): (offset: number) => number {
  const starts = [0];
  for (const { index } of source.matchAll(/\n/g)) starts.push(index + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? Infinity) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
