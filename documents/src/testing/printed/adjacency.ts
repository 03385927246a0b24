import { type DocumentStructure, type TableBlock, tablesOf } from "@precount/domain";

/** A true cell of a printed table. Rows and columns count from 0. */
export interface PrintedCell {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  text: string;
}

/** The true tables of a printed document. A table over several pages is one table without its repeated headers. */
export interface PrintedTruth {
  name: string;
  /** The program that printed it. */
  printer: string;
  /** The source of its contents and its license. */
  license: string;
  pages: number;
  tables: PrintedCell[][];
}

/** Counts of adjacency relations. */
export interface RelationTally {
  right: number;
  expected: number;
  found: number;
}

export interface AdjacencyScore extends RelationTally {
  name: string;
  pages: number;
  hasTables: boolean;
  /** Found tables without any right relation. */
  falseTables: number;
  /** True tables without any error. */
  perfectTables: number;
  tables: number;
  /** Missing and extra relations, for developers. */
  misses: string[];
}

/**
 * Scores a document's tables by adjacency relations, end to end: no regions are given.
 *
 * A relation is a pair of texts: a cell with content and its nearest cell with content to the right or below. Empty cells are
 * skipped. Each true table is matched with the found table that shares the most relations with it; relations of other found
 * tables count as wrong. Source: M. Göbel, T. Hassan, E. Oro, G. Orsi, "ICDAR 2013 Table Competition", section III.
 */
export function scoreAdjacency(truth: PrintedTruth, structure: DocumentStructure): AdjacencyScore {
  const expected = truth.tables.map((cells) => relationsOf(cells));
  const found = tablesOf(structure)
    .map((table) => relationsOf(cellsOf(table)))
    .filter((relations) => relations.length > 0);
  const pairs = expected
    .flatMap((relations, at) =>
      found.map((others, other) => ({ at, other, shared: sharedCount(relations, others), size: others.length })),
    )
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared || a.size - b.size);
  const matched = new Map<number, number>();
  const used = new Set<number>();
  const score: AdjacencyScore = {
    name: truth.name,
    pages: truth.pages,
    hasTables: expected.length > 0,
    right: 0,
    expected: expected.flat().length,
    found: found.flat().length,
    falseTables: 0,
    perfectTables: 0,
    tables: expected.length,
    misses: [],
  };
  for (const { at, other, shared } of pairs) {
    if (matched.has(at) || used.has(other)) continue;
    matched.set(at, other);
    used.add(other);
    score.right += shared;
    if (shared === expected[at]?.length && shared === found[other]?.length) score.perfectTables += 1;
    score.misses.push(...differences(expected[at] ?? [], found[other] ?? []));
  }
  for (const [at, relations] of expected.entries())
    if (!matched.has(at)) score.misses.push(`table ${at + 1} is missing: ${relations[0] ?? ""}`);
  for (const [other, relations] of found.entries()) {
    if (used.has(other)) continue;
    score.misses.push(`a table too many: ${relations.slice(0, 3).join(" ")}`);
    // A part of a true table is an error of its cells, not a false table.
    if (!pairs.some((pair) => pair.other === other)) score.falseTables += 1;
  }
  return score;
}

/** The harmonic mean of precision and recall; 1 when there was nothing to find and nothing was found. */
export const adjacencyF1 = ({ right, expected, found }: RelationTally): number =>
  expected + found === 0 ? 1 : (2 * right) / (expected + found);

export interface AdjacencyFigures {
  /** F1 over the relations of all documents, and the mean of the F1 of each document that contains tables. */
  microF1: number;
  macroF1: number;
  falseTablesPerPage: number;
  perfectTables: number;
  tables: number;
  documents: number;
  pages: number;
}

export function adjacencyFigures(scores: readonly AdjacencyScore[]): AdjacencyFigures {
  const sum = (count: (score: AdjacencyScore) => number): number =>
    scores.reduce((total, score) => total + count(score), 0);
  const withTables = scores.filter(({ hasTables }) => hasTables);
  const pages = sum((score) => score.pages);
  const micro = adjacencyF1({
    right: sum(({ right }) => right),
    expected: sum(({ expected }) => expected),
    found: sum(({ found }) => found),
  });
  const macro = withTables.reduce((total, score) => total + adjacencyF1(score), 0) / Math.max(1, withTables.length);
  return {
    microF1: Number((100 * micro).toFixed(1)),
    macroF1: Number((100 * macro).toFixed(1)),
    falseTablesPerPage: Number((sum(({ falseTables }) => falseTables) / Math.max(1, pages)).toFixed(3)),
    perfectTables: sum(({ perfectTables }) => perfectTables),
    tables: sum(({ tables }) => tables),
    documents: scores.length,
    pages,
  };
}

const cellsOf = ({ cells }: TableBlock): PrintedCell[] =>
  cells.map(({ row, column, rowSpan, columnSpan, text }) => ({ row, column, rowSpan, columnSpan, text }));

/** Ignores white space, ligatures, soft hyphens and the kind of dash. */
const normalize = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[\s\u00AD]+/gu, "")
    .replaceAll(/[\u2010-\u2015\u2212]/gu, "-");

/** The relations of a table as texts: `from → to` is horizontal, `from ↓ to` vertical. */
export function relationsOf(cells: readonly PrintedCell[]): string[] {
  const filled = cells.map((cell) => ({ ...cell, text: normalize(cell.text) })).filter(({ text }) => text !== "");
  const slots = new Map<string, PrintedCell>();
  let [rows, columns] = [0, 0];
  for (const cell of filled) {
    rows = Math.max(rows, cell.row + cell.rowSpan);
    columns = Math.max(columns, cell.column + cell.columnSpan);
    for (let r = cell.row; r < cell.row + cell.rowSpan; r += 1)
      for (let c = cell.column; c < cell.column + cell.columnSpan; c += 1) slots.set(`${r} ${c}`, cell);
  }
  const relations: string[] = [];
  for (const cell of filled) {
    const beside = new Set<PrintedCell>();
    for (let r = cell.row; r < cell.row + cell.rowSpan; r += 1) {
      const next = firstOf(cell.column + cell.columnSpan, columns, (c) => slots.get(`${r} ${c}`));
      if (next) beside.add(next);
    }
    const under = new Set<PrintedCell>();
    for (let c = cell.column; c < cell.column + cell.columnSpan; c += 1) {
      const next = firstOf(cell.row + cell.rowSpan, rows, (r) => slots.get(`${r} ${c}`));
      if (next) under.add(next);
    }
    for (const { text } of beside) relations.push(`${cell.text} → ${text}`);
    for (const { text } of under) relations.push(`${cell.text} ↓ ${text}`);
  }
  return relations;
}

function firstOf<T>(from: number, to: number, at: (index: number) => T | undefined): T | undefined {
  for (let index = from; index < to; index += 1) {
    const found = at(index);
    if (found) return found;
  }
  return undefined;
}

function countsOf(relations: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const relation of relations) counts.set(relation, (counts.get(relation) ?? 0) + 1);
  return counts;
}

function sharedCount(expected: readonly string[], found: readonly string[]): number {
  const counts = countsOf(found);
  let shared = 0;
  for (const [relation, count] of countsOf(expected)) shared += Math.min(count, counts.get(relation) ?? 0);
  return shared;
}

function differences(expected: readonly string[], found: readonly string[]): string[] {
  const [wanted, got] = [countsOf(expected), countsOf(found)];
  return [
    ...[...wanted].filter(([relation, count]) => count > (got.get(relation) ?? 0)).map(([relation]) => `- ${relation}`),
    ...[...got].filter(([relation, count]) => count > (wanted.get(relation) ?? 0)).map(([relation]) => `+ ${relation}`),
  ];
}
