import { STICKER_CODE_PATTERN } from "../detection/validity.ts";
import { type Outcome, accept, refuse } from "../common/outcome.ts";
import {
  ITEM_FILE_DELIMITERS,
  ITEM_FILE_LIMITS,
  type ItemColumns,
  type ItemFileDelimiter,
  type ResolvedItemFileOptions,
} from "./import-options.ts";
import { ITEM_FIELDS, ITEM_FIELD_TITLES, type ItemField } from "./item.ts";
import { codeDigits } from "./parse-item.ts";

const CODE = new RegExp(STICKER_CODE_PATTERN);
const SHORT_CODE = /^\d{1,5}$/;
const NUMBER = /^[+-]?\d[\d.,'’ ]*$/;

/** Names of columns in item files, in lower case without spaces and punctuation. */
const COLUMN_NAMES: Readonly<Record<ItemField, readonly string[]>> = {
  code: ["code", "sku", "itemcode", "articlecode", "articlenumber", "itemnumber", "itemno", "articleno", "plu", "item"],
  description: ["description", "name", "itemname", "articlename", "title", "desc", "productname", "text"],
  department: ["department", "dept", "category", "division", "section", "group"],
  unitPrice: ["unitprice", "price", "retailprice", "salesprice", "retail"],
  packSize: ["packsize", "pack", "unitsperpack", "caseqty", "casesize", "innerpack"],
  expectedQuantity: ["expectedquantity", "expected", "bookstock", "onhand", "stock", "bookquantity", "theoretical"],
  lastQuantity: ["lastcountedquantity", "lastquantity", "lastcount", "last", "previouscount", "previousquantity"],
  active: ["active", "isactive", "enabled", "status", "sold"],
};

const normalized = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The delimiter that a first line such as `sep=;` tells Excel; null for any other line. */
export function delimiterOfLine(line: string): ItemFileDelimiter | null {
  const [, named] = /^"?sep=(.)"?\s*$/i.exec(line) ?? [];
  return ITEM_FILE_DELIMITERS.find((delimiter) => delimiter === named) ?? null;
}

/**
 * The delimiter that the first line names; without such a line, the one that splits the first lines into the most equal parts: the
 * share of lines with the most frequent number of columns decides, then that number. Delimiters in quotes do not count.
 */
export function detectDelimiter(sample: string): ItemFileDelimiter {
  const named = delimiterOfLine(sample.slice(0, sample.search(/[\r\n]|$/)));
  if (named !== null) return named;
  const lines = sample
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "")
    .slice(0, 50);
  const scored = ITEM_FILE_DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length);
    const shares = [...new Set(counts)].map((columns) => {
      const equal = counts.filter((count) => count === columns).length / counts.length;
      return columns < 2 ? 0 : equal + columns / 1000;
    });
    return { delimiter, score: Math.max(0, ...shares) };
  });
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

const hasNumber = (row: readonly string[]): boolean => row.some((cell) => NUMBER.test(cell.trim()));

/**
 * How many rows are above the header, such as a title and a date: those above the first row that names a code column, else those above
 * a wider row of texts that is above numbers, else the first rows with a single value. Rows with a code in the list's code column
 * belong to the list; a six-digit number in another column is, for example, the number of the store.
 */
export function countTitleRows(rows: readonly (readonly string[])[]): number {
  const first = rows.slice(0, ITEM_FILE_LIMITS.maxSkippedRows + 1);
  let named = first.findIndex(namesCode);
  // In a header of several rows with merged cells, the last row has the names of all columns.
  while (named >= 0 && namesCode(first[named + 1])) named += 1;
  const header = named >= 0 ? named : findUnnamedHeader(first);
  const titles = header >= 0 ? header : first.findIndex((row) => valuesIn(row) > 1);
  if (titles <= 0) return 0;
  const list = rows.slice(titles);
  const codeColumn = mostCodes(Math.max(0, ...list.map((row) => row.length)), list);
  return first.slice(0, titles).some((row) => isListRow(row, codeColumn)) ? 0 : titles;
}

const namesCode = (row: readonly string[] = []): boolean =>
  valuesIn(row) > 1 && !hasNumber(row) && row.some((cell) => COLUMN_NAMES.code.includes(normalized(cell)));

/** The row without a number above the first rows of the list, if all rows above it have fewer values; -1 without such a row. */
function findUnnamedHeader(rows: readonly (readonly string[])[]): number {
  let mostValues = 1;
  return rows.findIndex((row, at) => {
    const values = valuesIn(row);
    const isWider = values > mostValues;
    mostValues = Math.max(mostValues, values);
    return isWider && !hasNumber(row) && hasNumber(rows[at + 1] ?? []);
  });
}

const valuesIn = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== "").length;
/**
 * A single number may be a code without its leading zeros.
 * @param codeColumn -1 if the list has no codes
 */
const isListRow = (row: readonly string[], codeColumn: number): boolean =>
  hasCode(codeColumn < 0 ? row : row.slice(codeColumn, codeColumn + 1)) || (valuesIn(row) === 1 && hasNumber(row));
const hasCode = (row: readonly string[]): boolean => row.some((cell) => CODE.test(cell.trim()));

/** Whether the first row is a header: it names a code column, or it has no number while the next row has one or is missing. */
export function detectHeader([first = [], second]: readonly (readonly string[])[]): boolean {
  if (hasCode(first)) return false;
  if (first.some((cell) => COLUMN_NAMES.code.includes(normalized(cell)))) return true;
  return !hasNumber(first) && (second === undefined || hasNumber(second));
}

/**
 * The columns by their names; without a column named like a code, the column with the most six-digit values.
 * @param rows without the header
 */
export function suggestColumns(
  names: readonly string[],
  rows: readonly (readonly string[])[],
): Partial<Record<ItemField, number>> {
  const columns: Partial<Record<ItemField, number>> = {};
  const taken = new Set<number>();
  const take = (field: ItemField, at: number): void => {
    if (at < 0 || taken.has(at)) return;
    columns[field] = at;
    taken.add(at);
  };
  for (const field of ITEM_FIELDS) {
    // If several columns match, the first name of the table counts.
    const found = COLUMN_NAMES[field].map((name) =>
      names.findIndex((heading, at) => normalized(heading) === name && !taken.has(at)),
    );
    take(field, found.find((at) => at >= 0) ?? -1);
  }
  if (columns.code === undefined) take("code", mostCodes(names.length, rows));
  return columns;
}

function mostCodes(width: number, rows: readonly (readonly string[])[]): number {
  const counts = Array.from(
    { length: width },
    (_, at) => rows.filter((row) => CODE.test((row[at] ?? "").trim())).length,
  );
  const most = Math.max(0, ...counts);
  return most === 0 ? -1 : counts.indexOf(most);
}

/** Whether a spreadsheet has dropped leading zeros: some codes are shorter than six digits, and none starts with 0. */
export function detectShortCodes(codes: readonly string[]): boolean {
  const trimmed = codes.map((code) => codeDigits(code.trim()));
  return trimmed.some((code) => SHORT_CODE.test(code)) && !trimmed.some((code) => code.startsWith("0"));
}

/** A comma if a value has a comma before its last one or two digits, as in 1,99 or 1.234,5; otherwise a point. */
export const detectDecimal = (values: readonly string[]): "." | "," =>
  values.some((value) => /,\d{1,2}\D*$/.test(value.trim()) && !/,\d+\.\d/.test(value)) ? "," : ".";

/** The indexes of mapped columns. Refuses a missing column, a column that is used twice, and a mapping without a code. */
export function resolveColumns(
  names: readonly string[],
  columns: ItemColumns,
): Outcome<ResolvedItemFileOptions["columns"]> {
  const resolved: Partial<Record<ItemField, number>> = {};
  const users = new Map<number, ItemField>();
  for (const field of ITEM_FIELDS) {
    const column = columns[field];
    if (column === undefined) continue;
    const at = typeof column === "number" ? column : names.findIndex((name) => normalized(name) === normalized(column));
    if (at < 0 || at >= names.length) {
      const title = typeof column === "number" ? `column ${column + 1}` : `column "${column}"`;
      return refuse(`The file has no ${title} for ${ITEM_FIELD_TITLES[field]}.`, "invalid");
    }
    const other = users.get(at);
    if (other !== undefined) {
      const both = `${ITEM_FIELD_TITLES[other]} and ${ITEM_FIELD_TITLES[field]}`;
      return refuse(`${both} use the same column. Choose a different column for one of them.`, "invalid");
    }
    users.set(at, field);
    resolved[field] = at;
  }
  if (resolved.code === undefined)
    return refuse("The file has no column with codes. Choose the column with the six-digit codes.", "invalid");
  return accept(resolved);
}
