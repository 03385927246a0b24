import { type Block, type DocumentStructure, type TextLine, gridOf } from "@precount/domain";

type ListItem = Extract<Block, { kind: "listItem" }>;
type Table = Extract<Block, { kind: "table" }>;

/** Markdown's special characters anywhere in a line. An underscore within a word is not special. */
const SPECIAL_CHARACTERS = /[\\`*[\]<>&|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** A trailing # sequence, which Markdown drops from a heading. */
const HEADING_END = /(?<=\s)#(?=#*$)/;
/** A line start that Markdown takes for a heading, list, rule or quotation. */
const LINE_START = /^(?:[#+\-=](?=\s|[#+\-=]|$)|(\d{1,9})[.)](?=\s|$))/;
/** Control characters; tabs and line ends have already become spaces. */
// oxlint-disable-next-line no-control-regex -- matching them is the purpose
const CONTROLS = /[\u0000-\u001F\u007F]/g;

/** Escapes text so that Markdown shows it literally. */
function escapeMarkdown(text: string): string {
  const plain = text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(CONTROLS, "")
    .replaceAll(SPECIAL_CHARACTERS, String.raw`\$&`)
    .replace(HEADING_END, String.raw`\#`);
  return plain.replace(LINE_START, (start, digits?: string) =>
    digits === undefined ? `\\${start}` : `${digits}\\${start.slice(digits.length)}`,
  );
}

/**
 * Formats a document as GitHub Flavored Markdown, for its tables. Lines of a PDF or image were broken by the page width and are
 * joined when displayed; lines of a Word document were broken by a person and stay separate.
 */
export function toMarkdown({ kind, pages }: DocumentStructure): string {
  const lineEnd = kind === "docx" ? "\\\n" : "\n";
  const parts = pages.flatMap(({ number, blocks }) => [
    ...(pages.length > 1 ? [`<!-- page ${number} -->`] : []),
    ...formatBlocks(blocks, lineEnd),
  ]);
  return parts.length > 0 ? `${parts.join("\n\n")}\n` : "";
}

function formatBlocks(blocks: readonly Block[], lineEnd: string): string[] {
  const parts: string[] = [];
  let list: ListWriter | null = null;
  for (const block of blocks) {
    if (block.kind === "listItem") {
      list ??= new ListWriter(lineEnd);
      list.add(block);
      continue;
    }
    if (list) parts.push(list.text);
    list = null;
    parts.push(formatBlock(block, lineEnd));
  }
  if (list) parts.push(list.text);
  return parts;
}

function formatBlock(block: Exclude<Block, ListItem>, lineEnd: string): string {
  if (block.kind === "table") return formatTable(block);
  if (block.kind === "paragraph") return joinLines(block.lines, lineEnd);
  if (block.kind === "heading") return `${"#".repeat(block.level)} ${joinLines(block.lines, " ")}`;
  return block.alt.trim() === "" ? String.raw`\[Picture\]` : String.raw`\[Picture: ${escapeMarkdown(block.alt)}\]`;
}

/** Joins lines without empty ones, which would end the Markdown block. */
const joinLines = (lines: readonly TextLine[], separator: string): string =>
  lines
    .map(({ text }) => escapeMarkdown(text))
    .filter((text) => text !== "")
    .join(separator);

/** Formats a table. A Markdown table needs a header, so a table without one gets an empty header. */
function formatTable(table: Table): string {
  const rows = gridOf(table).map((row) => `| ${row.map(formatCell).join(" | ")} |`);
  const header = table.headerRows > 0 ? (rows.shift() ?? "") : `|${"  |".repeat(table.columns)}`;
  return [header, `|${" --- |".repeat(table.columns)}`, ...rows].join("\n");
}

const formatCell = (text: string): string => text.split("\n").map(escapeMarkdown).join("<br>");

const NUMBERED = /^(\d{1,9})[.)]$/;

/** Formats consecutive list items, nested by depth. */
class ListWriter {
  readonly #lineEnd: string;
  readonly #lines: string[] = [];
  /** The last item and its ancestors, outermost first: the indent of the text and the item's number. */
  #open: { indent: number; number: number | null }[] = [];

  constructor(lineEnd: string) {
    this.#lineEnd = lineEnd;
  }

  get text(): string {
    return this.#lines.join("\n");
  }

  add({ depth, marker, lines }: ListItem): void {
    const level = Math.min(depth, this.#open.length);
    const last = this.#open[level];
    this.#open = this.#open.slice(0, level);
    const start = this.#open.at(-1)?.indent ?? 0;
    const number = Number(NUMBERED.exec(marker)?.[1] ?? Number.NaN);
    const isNumbered = Number.isInteger(number);
    // Markdown numbers items itself, so a list that restarts or skips a number must be a new list.
    if (last && isNumbered !== (last.number !== null)) this.#breakList(start);
    else if (last && isNumbered && number !== (last.number ?? 0) + 1) this.#breakList(start);
    const listSign = isNumbered ? marker : "-";
    const visibleMarker = isNumbered || /^[•●▪■◦○‣⁃*−–—-]?$/u.test(marker) ? "" : `${escapeMarkdown(marker)} `;
    const indent = start + listSign.length + 1;
    const body = joinLines(lines, this.#lineEnd).replaceAll("\n", `\n${" ".repeat(indent)}`);
    this.#lines.push(`${" ".repeat(start)}${listSign} ${visibleMarker}${body}`);
    this.#open.push({ indent, number: isNumbered ? number : null });
  }

  #breakList(indent: number): void {
    this.#lines.push("", `${" ".repeat(indent)}<!-- -->`, "");
  }
}
