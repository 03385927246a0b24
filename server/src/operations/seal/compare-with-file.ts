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

/** The differences between a report's rows and a file's, in the file's columns. Only the first ones are listed. */
export function compareWithFile(
  fields: readonly ReportField[],
  sealed: readonly ReportRow[],
  file: readonly TableRow[],
): ComparedRows {
  const was = sealed.map((row) => fields.map((field) => comparableCell(row[field])));
  const is = file.map(({ cells }) => fill(cells, fields.length));
  const compared = new Differences(fields, was, file);
  const hunks = diffArrays(
    was.map((cells) => cells.join(SEPARATOR)),
    is.map((cells) => cells.join(SEPARATOR)),
    { maxEditLength: MAX_EDITS, timeout: TIMEOUT_MS },
  );
  if (hunks) addHunks(compared, hunks);
  else compared.addByPosition(is);
  return compared;
}

/** Empty cells at the end of a row may be missing in a file. */
const fill = (cells: readonly string[], width: number): string[] =>
  cells.length >= width ? [...cells] : [...cells, ...Array.from({ length: width - cells.length }, () => "")];

/** Removed rows with added ones at the same place are changed rows. */
function addHunks(compared: Differences, hunks: readonly ChangeObject<string[]>[]): void {
  let [was, is, open] = [0, 0, 0];
  const end = (added: number): void => {
    for (let at = 0; at < Math.max(open, added); at += 1) {
      compared.add(at < open ? was - open + at : null, at < added ? is + at : null);
    }
    open = 0;
  };
  for (const { added, removed, count } of hunks) {
    if (removed) {
      was += count;
      open += count;
      continue;
    }
    end(added ? count : 0);
    is += count;
    if (!added) was += count;
  }
  end(0);
}

class Differences implements ComparedRows {
  readonly differences: RowDifference[] = [];
  count = 0;

  readonly #fields: readonly ReportField[];
  readonly #was: readonly string[][];
  readonly #file: readonly TableRow[];

  constructor(fields: readonly ReportField[], was: readonly string[][], file: readonly TableRow[]) {
    this.#fields = fields;
    this.#was = was;
    this.#file = file;
  }

  addByPosition(is: readonly string[][]): void {
    for (let at = 0; at < Math.max(this.#was.length, is.length); at += 1) {
      const [before, after] = [this.#was[at], is[at]];
      if (before?.join(SEPARATOR) === after?.join(SEPARATOR)) continue;
      this.add(before ? at : null, after ? at : null);
    }
  }

  /** The indexes of a row before and after; null for a row that was added or is missing. */
  add(wasAt: number | null, isAt: number | null): void {
    this.count += 1;
    if (this.differences.length >= MAX_LISTED_DIFFERENCES) return;
    const before = wasAt === null ? undefined : this.#was[wasAt];
    const after = isAt === null ? undefined : this.#file[isAt];
    if (before && after && wasAt !== null) this.differences.push(this.#changed(wasAt, before, after));
    else if (before && wasAt !== null) this.differences.push({ kind: "missing", position: wasAt + 1, cells: before });
    else if (after) this.differences.push({ kind: "added", line: after.line, cells: after.cells });
  }

  #changed(at: number, before: readonly string[], { line, cells }: TableRow): RowDifference {
    const changed = this.#fields.flatMap((field, column) => {
      const [was = "", is = ""] = [before[column], cells[column]];
      return was === is ? [] : [{ field, was, is }];
    });
    const extra = cells.slice(this.#fields.length).filter((cell) => cell !== "");
    if (changed.length === 0 && extra.length > 0) return { kind: "added", line, cells: extra };
    return { kind: "changed", position: at + 1, line, cells: changed };
  }
}
