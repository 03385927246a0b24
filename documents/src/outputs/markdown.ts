import { type Block, type DocumentStructure, type TextLine, gridOf } from "@precount/domain";

type ListItem = Extract<Block, { kind: "listItem" }>;
type Table = Extract<Block, { kind: "table" }>;

/** Punctuation that Markdown may take for its own anywhere in a line; an underscore within a word it leaves alone. */
const MARKS = /[\\`*[\]<>&|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** What a heading that ends with it drops. */
const HEADING_END = /(?<=\s)#(?=#*$)/;
/** What makes a heading, list, rule or quotation of a line that begins with it. */
const LINE_START = /^(?:[#+\-=](?=\s|[#+\-=]|$)|(\d{1,9})[.)](?=\s|$))/;
/** Controls that no text has; tabs and line ends are blanks by now. */
// oxlint-disable-next-line no-control-regex -- these are the ones
const CONTROLS = /[\u0000-\u001F\u007F]/g;

/** Text from outside as Markdown shows it, to the letter: nothing in it becomes markup. */
function literal(text: string): string {
  const plain = text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(CONTROLS, "")
    .replaceAll(MARKS, String.raw`\$&`)
    .replace(HEADING_END, String.raw`\#`);
  return plain.replace(LINE_START, (start, digits?: string) =>
    digits === undefined ? `\\${start}` : `${digits}\\${start.slice(digits.length)}`,
  );
}

/**
 * A document as Markdown (GitHub's, for its tables). Lines of a PDF or picture end where its page ended them, and flow
 * together when shown; those of a Word document were ended by a person, and stay apart.
 */
export function markdownOf({ kind, pages }: DocumentStructure): string {
  const lineEnd = kind === "docx" ? "\\\n" : "\n";
  const parts = pages.flatMap(({ number, blocks }) => [
    ...(pages.length > 1 ? [`<!-- page ${number} -->`] : []),
    ...blocksOf(blocks, lineEnd),
  ]);
  return parts.length > 0 ? `${parts.join("\n\n")}\n` : "";
}

function blocksOf(blocks: readonly Block[], lineEnd: string): string[] {
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
    parts.push(blockOf(block, lineEnd));
  }
  if (list) parts.push(list.text);
  return parts;
}

function blockOf(block: Exclude<Block, ListItem>, lineEnd: string): string {
  if (block.kind === "table") return tableOf(block);
  if (block.kind === "paragraph") return linesOf(block.lines, lineEnd);
  if (block.kind === "heading") return `${"#".repeat(block.level)} ${linesOf(block.lines, " ")}`;
  return block.alt.trim() === "" ? String.raw`\[Picture\]` : String.raw`\[Picture: ${literal(block.alt)}\]`;
}

/** Empty lines would end what they stand in. */
const linesOf = (lines: readonly TextLine[], between: string): string =>
  lines
    .map(({ text }) => literal(text))
    .filter((text) => text !== "")
    .join(between);

/** A table begins with a header there; one without gets an empty one. */
function tableOf(table: Table): string {
  const rows = gridOf(table).map((row) => `| ${row.map(cellOf).join(" | ")} |`);
  const header = table.headerRows > 0 ? (rows.shift() ?? "") : `|${"  |".repeat(table.columns)}`;
  return [header, `|${" --- |".repeat(table.columns)}`, ...rows].join("\n");
}

const cellOf = (text: string): string => text.split("\n").map(literal).join("<br>");

const NUMBERED = /^(\d{1,9})[.)]$/;

/** Items that follow each other, each under the one it belongs to. */
class ListWriter {
  readonly #lineEnd: string;
  readonly #lines: string[] = [];
  /** Of the last item and those around it, outermost first: how far in its text begins, and its number. */
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
    // Markdown counts by itself: a list that begins anew, or leaves one out, must not go on from the one before.
    if (last && isNumbered !== (last.number !== null)) this.#breakList(start);
    else if (last && isNumbered && number !== (last.number ?? 0) + 1) this.#breakList(start);
    const sign = isNumbered ? marker : "-";
    const shown = isNumbered || /^[•●▪■◦○‣⁃*−–—-]?$/u.test(marker) ? "" : `${literal(marker)} `;
    const indent = start + sign.length + 1;
    const body = linesOf(lines, this.#lineEnd).replaceAll("\n", `\n${" ".repeat(indent)}`);
    this.#lines.push(`${" ".repeat(start)}${sign} ${shown}${body}`);
    this.#open.push({ indent, number: isNumbered ? number : null });
  }

  #breakList(indent: number): void {
    this.#lines.push("", `${" ".repeat(indent)}<!-- -->`, "");
  }
}
