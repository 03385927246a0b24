import type { PrintedCell, PrintedTruth } from "../printed/adjacency.ts";

/** A page of a Debian package: the package with its version, the path of the PDF in it, and the page. */
interface PackagePage {
  package: string;
  path: string;
  page: number;
}

export interface RealTruth extends PrintedTruth {
  /** Where the document is taken from; null for a committed document. */
  packagePage: PackagePage | null;
}

const CELL_EDGE = /(?<!\\)\|/;

/**
 * Parses a truth file that was written by hand: `key: value` lines, then one table per paragraph. A table row is a line with
 * cells between `|` (`\|` in a text). `<` continues the cell to the left, `^` the cell above.
 */
export function readTruth(name: string, text: string): RealTruth {
  const [head = "", ...tables] = text.trim().split(/\n\n+/u);
  const fields = new Map(
    head.split("\n").map((line): [string, string] => {
      const at = line.indexOf(":");
      return [line.slice(0, at), line.slice(at + 1).trim()];
    }),
  );
  return {
    name,
    printer: fields.get("source") ?? "",
    license: fields.get("license") ?? "",
    pages: Number(fields.get("pages") ?? 1),
    tables: tables.map((table) =>
      cellsOf(table.split("\n").map((row) => row.split(CELL_EDGE).map((cell) => cell.replaceAll("\\|", "|").trim()))),
    ),
    packagePage: packagePageOf(fields.get("package")),
  };
}

function packagePageOf(field: string | undefined): PackagePage | null {
  const [name = "", path = "", page = ""] = field?.split(" ") ?? [];
  return field === undefined ? null : { package: name, path, page: Number(page) };
}

/** The number of cells from a cell on that it covers. */
function spanFrom(isContinued: (offset: number) => boolean): number {
  let span = 1;
  while (isContinued(span)) span += 1;
  return span;
}

function cellsOf(rows: readonly string[][]): PrintedCell[] {
  const at = (row: number, column: number): string | undefined => rows[row]?.[column];
  return rows.flatMap((cells, row) =>
    cells.flatMap((text, column) => {
      if (text === "<" || text === "^") return [];
      const rowSpan = spanFrom((offset) => at(row + offset, column) === "^");
      const columnSpan = spanFrom((offset) => at(row, column + offset) === "<");
      return [{ row, column, rowSpan, columnSpan, text }];
    }),
  );
}
