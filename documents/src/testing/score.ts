import type { Block, DocumentStructure, PagePlace, TableBlock, TableCell } from "@precount/domain";
import { tablesOf } from "@precount/domain";
import type { DocumentTruth, TrueCell, TrueTable } from "./corpus/truth.ts";

/** Turns off the scoring of places or spans, for libraries that do not report them. */
export interface Leniency {
  places?: boolean;
  spans?: boolean;
}

export interface Tally {
  right: number;
  /** The larger of the true and the found number, so that missing and invented cells count equally. */
  of: number;
}

export interface DocumentScore {
  name: string;
  ruled: Tally;
  unruled: Tally;
  lines: Tally;
  /** Messages about each error, for developers. */
  misses: string[];
}

/**
 * Scores how much of a document was read correctly.
 *
 * A true cell is right when the matching found table has a cell at the same row and column, with the same spans, page and text
 * (ignoring whitespace), and the places match: the center of the true text is within the found place, and the center of the
 * found place is within the true cell. Each true table is matched with the found table with the most right cells. Empty true
 * cells are not scored, but text found in them counts as found.
 *
 * A true line is right when its words are consecutive in the found text, after the right lines before it (the longest such
 * sequence).
 */
export function scoreDocument(truth: DocumentTruth, found: DocumentStructure, leniency: Leniency = {}): DocumentScore {
  const score: DocumentScore = {
    name: truth.name,
    ruled: emptyTally(),
    unruled: emptyTally(),
    lines: emptyTally(),
    misses: [],
  };
  const pairs = pairTables(truth.tables, tablesOf(found), leniency);
  for (const [table, other] of pairs.matched) {
    const right = table.cells.filter((cell) => cell.text !== "" && isFound(cell, other, leniency));
    const expected = table.cells.filter(({ text }) => text !== "");
    add(score[table.basis], right.length, Math.max(expected.length, withText(other?.cells ?? []).length));
    if (right.length < expected.length) score.misses.push(...missesOf(table, other, leniency));
  }
  for (const table of pairs.extra) {
    const { cells } = table;
    add(score[basisOfExtra(table, truth)], 0, withText(cells).length);
    score.misses.push(
      `a table of ${table.rows} × ${table.columns} that is emptyTally, page ${table.page}: ${quoted(cells[0]?.text ?? "")}`,
    );
  }
  const lines = linesInOrder(
    truth.lines,
    wordsOf(found.pages.flatMap(({ blocks }) => blocks.flatMap(linesOf)).join(" ")),
  );
  add(score.lines, lines.right, truth.lines.length);
  score.misses.push(...lines.missing.map((line) => `line ${quoted(line)}`));
  return score;
}

/** The right share; 1 when there was nothing to read. */
export const share = ({ right, of }: Tally): number => (of === 0 ? 1 : right / of);

/** The sum of all tallies of one kind. */
export function sumOf(scores: readonly DocumentScore[], kind: "ruled" | "unruled" | "lines"): Tally {
  const sum = emptyTally();
  for (const score of scores) add(sum, score[kind].right, score[kind].of);
  return sum;
}

/** The kind of an extra table. A table from markup has none, so it takes that of the document's tables. */
function basisOfExtra({ basis }: TableBlock, { tables }: DocumentTruth): "ruled" | "unruled" {
  if (basis !== "markup") return basis;
  return tables.every((table) => table.basis === "unruled") ? "unruled" : "ruled";
}

const emptyTally = (): Tally => ({ right: 0, of: 0 });
function add(tally: Tally, right: number, of: number): void {
  tally.right += right;
  tally.of += of;
}

const quoted = (text: string): string => `“${text}”`;
const withText = (cells: TableCell[]): TableCell[] => cells.filter(({ text }) => normalizeText(text) !== "");
/** Normalizes ligatures and whitespace. */
const normalizeText = (text: string): string =>
  text.normalize("NFKC").replaceAll("\u00ad", "").replaceAll(/\s+/g, " ").trim();
const wordsOf = (text: string): string[] => normalizeText(text).split(" ");

function isFound(cell: TrueCell, table: TableBlock | undefined, leniency: Leniency): boolean {
  const other = table?.cells.find(({ row, column }) => row === cell.row && column === cell.column);
  return other !== undefined && describeDifference(cell, other, leniency) === null;
}

/** Describes how a found cell differs; null when it does not. */
function describeDifference(
  cell: TrueCell,
  other: TableCell,
  { places = true, spans = true }: Leniency,
): string | null {
  if (normalizeText(other.text) !== normalizeText(cell.text)) return `is ${quoted(normalizeText(other.text))}`;
  if (spans && (other.rowSpan !== cell.rowSpan || other.columnSpan !== cell.columnSpan)) {
    return `spans ${other.rowSpan} × ${other.columnSpan} instead of ${cell.rowSpan} × ${cell.columnSpan}`;
  }
  if (places && other.page !== cell.page) return `is on page ${other.page} instead of ${cell.page}`;
  return places && !placesMatch(cell, other.place) ? `is at ${JSON.stringify(other.place)}` : null;
}

/** The tolerance of places in points. */
const TOLERANCE = 2;

function placesMatch({ textPlace, box }: TrueCell, place: PagePlace | null): boolean {
  if (place === null) return false;
  return (textPlace === null || containsCenter(place, textPlace)) && (box === null || containsCenter(box, place));
}

function containsCenter(outer: PagePlace, inner: PagePlace): boolean {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  return (
    x >= outer.x - TOLERANCE &&
    x <= outer.x + outer.width + TOLERANCE &&
    y >= outer.y - TOLERANCE &&
    y <= outer.y + outer.height + TOLERANCE
  );
}

/** Matches each true table with the found table with the most right cells. Uses each found table once. */
function pairTables(
  tables: readonly TrueTable[],
  found: readonly TableBlock[],
  leniency: Leniency,
): { matched: [TrueTable, TableBlock | undefined][]; extra: TableBlock[] } {
  const pairs = tables.flatMap((table) =>
    found.map((other) => ({ table, other, score: similarity(table, other, leniency) })),
  );
  const taken = new Map<TrueTable, TableBlock>();
  const used = new Set<TableBlock>();
  for (const { table, other, score } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (score === 0 || taken.has(table) || used.has(other)) continue;
    taken.set(table, other);
    used.add(other);
  }
  return {
    matched: tables.map((table) => [table, taken.get(table)]),
    extra: found.filter((other) => !used.has(other)),
  };
}

/** The number of right cells, plus a small weight for shared texts, so that a shifted table still matches. */
function similarity(table: TrueTable, other: TableBlock, leniency: Leniency): number {
  const right = table.cells.filter((cell) => cell.text !== "" && isFound(cell, other, leniency)).length;
  const texts = new Set(other.cells.map(({ text }) => normalizeText(text)));
  return right + table.cells.filter(({ text }) => text !== "" && texts.has(normalizeText(text))).length / 1e6;
}

function missesOf(table: TrueTable, other: TableBlock | undefined, leniency: Leniency): string[] {
  if (!other) return [`no table like the ${table.basis} one with ${quoted(table.cells[0]?.text ?? "")}`];
  return table.cells.flatMap((cell) => {
    if (cell.text === "") return [];
    const counterpart = other.cells.find(({ row, column }) => row === cell.row && column === cell.column);
    const difference = counterpart ? describeDifference(cell, counterpart, leniency) : "is missing";
    if (difference === null) return [];
    return [
      `${table.basis} cell ${cell.row + 1}, ${cell.column + 1} ${quoted(cell.text)} of page ${cell.page} ${difference}`,
    ];
  });
}

function linesOf(block: Block): string[] {
  if (block.kind === "picture") return [];
  if (block.kind === "table") return block.cells.map(({ text }) => text);
  const lines = block.lines.map(({ text }) => text);
  return block.kind === "listItem" ? [block.marker, ...lines] : lines;
}

/** The longest sequence of lines that occur in order, each as consecutive words. */
function linesInOrder(lines: readonly string[], words: readonly string[]): { right: number; missing: string[] } {
  const starts = new Map<string, number[]>();
  for (const [at, word] of words.entries()) starts.set(word, [...(starts.get(word) ?? []), at]);
  const occurrences = lines.flatMap((line, index) => {
    const lineWords = wordsOf(line);
    const at = (starts.get(lineWords[0] ?? "") ?? []).filter((start) =>
      lineWords.every((word, k) => words[start + k] === word),
    );
    return at.map((start) => ({ index, start, end: start + lineWords.length }));
  });
  // `best[k]`: the length of the longest sequence that ends with occurrences[k], and its previous element.
  const best: { length: number; before: number }[] = [];
  for (const [k, { index, start }] of occurrences.entries()) {
    let [length, before] = [1, -1];
    for (let j = 0; j < k; j++) {
      const [other, sequence] = [occurrences[j], best[j]];
      if (!other || !sequence || other.index >= index || other.end > start || sequence.length < length) continue;
      [length, before] = [sequence.length + 1, j];
    }
    best.push({ length, before });
  }
  const longest = Math.max(0, ...best.map(({ length }) => length));
  const right = new Set<number>();
  for (let k = best.findIndex(({ length }) => length === longest); k >= 0; k = best[k]?.before ?? -1) {
    right.add(occurrences[k]?.index ?? -1);
  }
  return { right: right.size, missing: lines.filter((_, index) => !right.has(index)) };
}
