import type { Block, DocumentStructure, PagePlace, TableBlock, TableCell } from "@precount/domain";
import { tablesOf } from "@precount/domain";
import type { DocumentTruth, TrueCell, TrueTable } from "./corpus/truth.ts";

/** What a reader is not asked for. A ready library that knows no places, or no merged cells, is not blamed for that. */
export interface Leniency {
  places?: boolean;
  spans?: boolean;
}

export interface Tally {
  right: number;
  /** The greater of what truly is and what was found: missing and invented cells weigh alike. */
  of: number;
}

export interface DocumentScore {
  name: string;
  ruled: Tally;
  unruled: Tally;
  lines: Tally;
  /** What is not right, for whoever builds a reader. */
  misses: string[];
}

/**
 * How much of a document was read right.
 *
 * A true cell is right when the table found for its table has, at the same row and column with the same spans and on the
 * same page, the same text (whitespace apart), and their places meet: the middle of the true text within the found place,
 * the middle of the found place within the true cell. Each true table is compared with one found table, the one of which
 * the most cells are right. Cells without text count nowhere, except that text where none is counts as found.
 *
 * A true line is right when its words stand one after the other in what was found, after the right lines before it (the
 * longest such sequence).
 */
export function scoreDocument(truth: DocumentTruth, found: DocumentStructure, leniency: Leniency = {}): DocumentScore {
  const score: DocumentScore = { name: truth.name, ruled: none(), unruled: none(), lines: none(), misses: [] };
  const pairs = pairTables(truth.tables, tablesOf(found), leniency);
  for (const [table, other] of pairs.matched) {
    const right = table.cells.filter((cell) => cell.text !== "" && isFound(cell, other, leniency));
    const wanted = table.cells.filter(({ text }) => text !== "");
    add(score[table.basis], right.length, Math.max(wanted.length, withText(other?.cells ?? []).length));
    if (right.length < wanted.length) score.misses.push(...missesOf(table, other, leniency));
  }
  for (const table of pairs.extra) {
    const { cells } = table;
    add(score[basisOfExtra(table, truth)], 0, withText(cells).length);
    score.misses.push(
      `a table of ${table.rows} × ${table.columns} that is none, page ${table.page}: ${said(cells[0]?.text ?? "")}`,
    );
  }
  const lines = linesInOrder(
    truth.lines,
    wordsOf(found.pages.flatMap(({ blocks }) => blocks.flatMap(linesOf)).join(" ")),
  );
  add(score.lines, lines.right, truth.lines.length);
  score.misses.push(...lines.missing.map((line) => `line ${said(line)}`));
  return score;
}

/** 1 where there was nothing to be read. */
export const share = ({ right, of }: Tally): number => (of === 0 ? 1 : right / of);

/** All tallies of one kind together. */
export function sumOf(scores: readonly DocumentScore[], kind: "ruled" | "unruled" | "lines"): Tally {
  const sum = none();
  for (const score of scores) add(sum, score[kind].right, score[kind].of);
  return sum;
}

/** Where it does not say itself by what it was found, it is of the kind that the document's tables are. */
function basisOfExtra({ basis }: TableBlock, { tables }: DocumentTruth): "ruled" | "unruled" {
  if (basis !== "markup") return basis;
  return tables.every((table) => table.basis === "unruled") ? "unruled" : "ruled";
}

const none = (): Tally => ({ right: 0, of: 0 });
function add(tally: Tally, right: number, of: number): void {
  tally.right += right;
  tally.of += of;
}

const said = (text: string): string => `“${text}”`;
const withText = (cells: TableCell[]): TableCell[] => cells.filter(({ text }) => plain(text) !== "");
/** Ligatures and wide spaces are the letters that they stand for. */
const plain = (text: string): string => text.normalize("NFKC").replaceAll("\u00ad", "").replaceAll(/\s+/g, " ").trim();
const wordsOf = (text: string): string[] => plain(text).split(" ");

function isFound(cell: TrueCell, table: TableBlock | undefined, leniency: Leniency): boolean {
  const other = table?.cells.find(({ row, column }) => row === cell.row && column === cell.column);
  return other !== undefined && whatDiffers(cell, other, leniency) === null;
}

/** Null when nothing does. */
function whatDiffers(cell: TrueCell, other: TableCell, { places = true, spans = true }: Leniency): string | null {
  if (plain(other.text) !== plain(cell.text)) return `is ${said(plain(other.text))}`;
  if (spans && (other.rowSpan !== cell.rowSpan || other.columnSpan !== cell.columnSpan)) {
    return `spans ${other.rowSpan} × ${other.columnSpan} instead of ${cell.rowSpan} × ${cell.columnSpan}`;
  }
  if (places && other.page !== cell.page) return `is on page ${other.page} instead of ${cell.page}`;
  return places && !meet(cell, other.place) ? `stands at ${JSON.stringify(other.place)}` : null;
}

/** Points by which places may differ. */
const TOLERANCE = 2;

function meet({ textPlace, box }: TrueCell, place: PagePlace | null): boolean {
  if (place === null) return false;
  return (textPlace === null || holdsMiddle(place, textPlace)) && (box === null || holdsMiddle(box, place));
}

function holdsMiddle(outer: PagePlace, inner: PagePlace): boolean {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  return (
    x >= outer.x - TOLERANCE &&
    x <= outer.x + outer.width + TOLERANCE &&
    y >= outer.y - TOLERANCE &&
    y <= outer.y + outer.height + TOLERANCE
  );
}

/** Each true table with the found one of which most cells are right, each found one once. */
function pairTables(
  tables: readonly TrueTable[],
  found: readonly TableBlock[],
  leniency: Leniency,
): { matched: [TrueTable, TableBlock | undefined][]; extra: TableBlock[] } {
  const pairs = tables.flatMap((table) =>
    found.map((other) => ({ table, other, alike: likeness(table, other, leniency) })),
  );
  const taken = new Map<TrueTable, TableBlock>();
  const used = new Set<TableBlock>();
  for (const { table, other, alike } of pairs.toSorted((a, b) => b.alike - a.alike)) {
    if (alike === 0 || taken.has(table) || used.has(other)) continue;
    taken.set(table, other);
    used.add(other);
  }
  return {
    matched: tables.map((table) => [table, taken.get(table)]),
    extra: found.filter((other) => !used.has(other)),
  };
}

/** Right cells first; where there are none, texts that both have, so that a shifted table is still known as itself. */
function likeness(table: TrueTable, other: TableBlock, leniency: Leniency): number {
  const right = table.cells.filter((cell) => cell.text !== "" && isFound(cell, other, leniency)).length;
  const texts = new Set(other.cells.map(({ text }) => plain(text)));
  return right + table.cells.filter(({ text }) => text !== "" && texts.has(plain(text))).length / 1e6;
}

function missesOf(table: TrueTable, other: TableBlock | undefined, leniency: Leniency): string[] {
  if (!other) return [`no table like the ${table.basis} one with ${said(table.cells[0]?.text ?? "")}`];
  return table.cells.flatMap((cell) => {
    if (cell.text === "") return [];
    const there = other.cells.find(({ row, column }) => row === cell.row && column === cell.column);
    const difference = there ? whatDiffers(cell, there, leniency) : "is missing";
    if (difference === null) return [];
    return [
      `${table.basis} cell ${cell.row + 1}, ${cell.column + 1} ${said(cell.text)} of page ${cell.page} ${difference}`,
    ];
  });
}

function linesOf(block: Block): string[] {
  if (block.kind === "picture") return [];
  if (block.kind === "table") return block.cells.map(({ text }) => text);
  const lines = block.lines.map(({ text }) => text);
  return block.kind === "listItem" ? [block.marker, ...lines] : lines;
}

/** The longest sequence of lines that stand in order in the words, each in one piece. */
function linesInOrder(lines: readonly string[], words: readonly string[]): { right: number; missing: string[] } {
  const starts = new Map<string, number[]>();
  for (const [at, word] of words.entries()) starts.set(word, [...(starts.get(word) ?? []), at]);
  const placed = lines.flatMap((line, index) => {
    const own = wordsOf(line);
    const at = (starts.get(own[0] ?? "") ?? []).filter((start) => own.every((word, k) => words[start + k] === word));
    return at.map((start) => ({ index, start, end: start + own.length }));
  });
  // `best[k]`: the longest sequence that ends with placed[k], and which one goes before.
  const best: { length: number; before: number }[] = [];
  for (const [k, { index, start }] of placed.entries()) {
    let [length, before] = [1, -1];
    for (let j = 0; j < k; j++) {
      const [other, sequence] = [placed[j], best[j]];
      if (!other || !sequence || other.index >= index || other.end > start || sequence.length < length) continue;
      [length, before] = [sequence.length + 1, j];
    }
    best.push({ length, before });
  }
  const longest = Math.max(0, ...best.map(({ length }) => length));
  const right = new Set<number>();
  for (let k = best.findIndex(({ length }) => length === longest); k >= 0; k = best[k]?.before ?? -1) {
    right.add(placed[k]?.index ?? -1);
  }
  return { right: right.size, missing: lines.filter((_, index) => !right.has(index)) };
}
