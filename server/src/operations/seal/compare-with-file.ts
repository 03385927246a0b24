import {
  MAX_LISTED_DIFFERENCES,
  type ReportField,
  type ReportRow,
  type RowDifference,
  comparableCell,
} from "@precount/domain";
import { type ChangeObject, diffArrays } from "diff";
import type { TableRow } from "./report-file.ts";

/** Rows inserted or removed up to which the closest alignment is searched; the search takes time with their number. */
const MAX_EDITS = 400;
/** The search blocks other requests. */
const TIMEOUT_MS = 1000;
/** A character that no cell has. */
const SEPARATOR = "\u001F";

/** The number of differences, and the first of them. */
export type ComparedRows = { differences: RowDifference[]; count: number };

/**
 * The differences between a report's rows and a file's, in the file's columns. Only the first ones are listed. Rows that only have
 * another place are no differences, unless the whole file has nothing else: then the order is one.
 */
export function compareWithFile(
  fields: readonly ReportField[],
  sealed: readonly ReportRow[],
  file: readonly TableRow[],
): ComparedRows {
  const was = sealed.map((row) => fields.map((field) => comparableCell(row[field])));
  const is = file.map(({ cells }) => fill(cells, fields.length));
  const [wasKeys, isKeys] = [keysOf(was), keysOf(is)];
  const surplus = countSurplus(wasKeys, isKeys);
  if (surplus.size === 0) {
    const isReordered = wasKeys.some((key, at) => key !== isKeys[at]);
    return isReordered
      ? { differences: [{ kind: "order", rows: was.length }], count: 1 }
      : { differences: [], count: 0 };
  }
  const compared = new Differences({ fields, was, file, wasKeys, isKeys, surplus });
  const hunks = diffArrays(wasKeys, isKeys, { maxEditLength: MAX_EDITS, timeout: TIMEOUT_MS });
  if (hunks) addHunks(compared, hunks);
  else compared.addByPosition();
  return compared;
}

const keysOf = (rows: readonly string[][]): string[] => rows.map((cells) => cells.join(SEPARATOR));

/** How many more rows of each key the report has than the file; negative for a row that the file has more often. Equal counts are left out. */
function countSurplus(was: readonly string[], is: readonly string[]): Map<string, number> {
  const surplus = new Map<string, number>();
  for (const [keys, step] of [
    [was, 1],
    [is, -1],
  ] as const) {
    for (const key of keys) surplus.set(key, (surplus.get(key) ?? 0) + step);
  }
  for (const [key, count] of surplus) if (count === 0) surplus.delete(key);
  return surplus;
}

/** Empty cells at the end of a row may be missing in a file. */
const fill = (cells: readonly string[], width: number): string[] =>
  cells.length >= width ? [...cells] : [...cells, ...Array.from({ length: width - cells.length }, () => "")];

/** Removed rows with added ones at the same place are changed rows. */
function addHunks(compared: Differences, hunks: readonly ChangeObject<string[]>[]): void {
  let [was, is] = [0, 0];
  let removedRows: number[] = [];
  for (const { added, removed, count } of hunks) {
    const first = removed || !added ? was : is;
    const rows = Array.from({ length: count }, (_, at) => first + at);
    if (!added) was += count;
    if (!removed) is += count;
    if (removed) removedRows = rows;
    else {
      compared.add(removedRows, added ? rows : []);
      removedRows = [];
    }
  }
  compared.add(removedRows, []);
}

type Compared = {
  fields: readonly ReportField[];
  was: readonly string[][];
  file: readonly TableRow[];
  wasKeys: readonly string[];
  isKeys: readonly string[];
  /** See countSurplus. */
  surplus: Map<string, number>;
};

class Differences implements ComparedRows {
  readonly differences: RowDifference[] = [];
  count = 0;

  readonly #of: Compared;

  constructor(of: Compared) {
    this.#of = of;
  }

  addByPosition(): void {
    const { wasKeys, isKeys } = this.#of;
    for (let at = 0; at < Math.max(wasKeys.length, isKeys.length); at += 1) {
      if (wasKeys[at] !== isKeys[at]) this.add(at < wasKeys.length ? [at] : [], at < isKeys.length ? [at] : []);
    }
  }

  /** The indexes of rows that are not at this place in the file, and of rows that are there instead. Those at another place are skipped. */
  add(removed: readonly number[], added: readonly number[]): void {
    const { wasKeys, isKeys } = this.#of;
    const missing = removed.filter((at) => this.#take(wasKeys[at], 1));
    const extra = added.filter((at) => this.#take(isKeys[at], -1));
    for (let at = 0; at < Math.max(missing.length, extra.length); at += 1) this.#add(missing[at], extra[at]);
  }

  /** Whether the row is one of those that only one side has, each of which is listed once. @param side 1 for the report, -1 for the file */
  #take(key: string | undefined, side: 1 | -1): boolean {
    const left = this.#of.surplus.get(key ?? "") ?? 0;
    if (left * side <= 0) return false;
    this.#of.surplus.set(key ?? "", left - side);
    return true;
  }

  #add(wasAt: number | undefined, isAt: number | undefined): void {
    this.count += 1;
    if (this.differences.length >= MAX_LISTED_DIFFERENCES) return;
    const before = wasAt === undefined ? undefined : this.#of.was[wasAt];
    const after = isAt === undefined ? undefined : this.#of.file[isAt];
    if (before && after && wasAt !== undefined) this.differences.push(this.#changed(wasAt, before, after));
    else if (before && wasAt !== undefined)
      this.differences.push({ kind: "missing", position: wasAt + 1, cells: before });
    else if (after) this.differences.push({ kind: "added", line: after.line, cells: after.cells });
  }

  #changed(at: number, before: readonly string[], { line, cells }: TableRow): RowDifference {
    const changed = this.#of.fields.flatMap((field, column) => {
      const [was = "", is = ""] = [before[column], cells[column]];
      return was === is ? [] : [{ field, was, is }];
    });
    const extra = cells.slice(this.#of.fields.length).filter((cell) => cell !== "");
    if (changed.length === 0 && extra.length > 0) return { kind: "added", line, cells: extra };
    return { kind: "changed", position: at + 1, line, cells: changed };
  }
}
