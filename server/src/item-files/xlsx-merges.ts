/** Cells of one column that are merged over several rows, by their numbers from 1, and the column from 0. */
export type Merge = { column: number; first: number; last: number };

/** A list has one merged cell in each group of rows. More are not a list, and are not kept. */
const MAX_MERGES = 100_000;
/** A reference with its range has at most 29 characters. */
const OVERLAP = 40;
const REFERENCE = /mergeCell\s+ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g;

/**
 * The merged cells of a sheet that have several rows, by their first rows. They are listed below all rows, so that the whole part is
 * searched before it is parsed.
 */
export async function findMerges(part: AsyncIterable<{ text: string }>): Promise<Merge[]> {
  const merges: Merge[] = [];
  let rest = "";
  for await (const { text } of part) {
    const searched = rest + text;
    let end = 0;
    for (const { 0: found, 1: letters = "", 2: first, 3: last, index } of searched.matchAll(REFERENCE)) {
      end = index + found.length;
      if (first !== last) merges.push({ column: columnIndex(letters), first: Number(first), last: Number(last) });
    }
    if (merges.length > MAX_MERGES) return [];
    rest = searched.slice(Math.max(end, searched.length - OVERLAP));
  }
  return merges.toSorted((a, b) => a.first - b.first);
}

/** The index of a column's letters: 27 for AB. */
export const columnIndex = (letters: string): number =>
  Array.from(letters, (letter) => letter.charCodeAt(0) - 64).reduce((sum, digit) => sum * 26 + digit, 0) - 1;

/** Repeats the value of merged cells in each row, as a person reads them: a department beside the rows of its items. */
export class MergedValues {
  readonly #merges: readonly Merge[];
  #next = 0;
  #open: { merge: Merge; value: string }[] = [];

  constructor(merges: readonly Merge[]) {
    this.#merges = merges;
  }

  /** Completes a row. Rows come in their order. */
  fill(line: number, cells: string[]): void {
    this.#open = this.#open.filter(({ merge }) => merge.last >= line);
    for (const { merge, value } of this.#open) {
      while (cells.length <= merge.column) cells.push("");
      cells[merge.column] ||= value;
    }
    for (let merge = this.#merges[this.#next]; merge && merge.first <= line; merge = this.#merges[(this.#next += 1)]) {
      const value = merge.first === line ? (cells[merge.column] ?? "") : "";
      if (value !== "") this.#open.push({ merge, value });
    }
  }
}
