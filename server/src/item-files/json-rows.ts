import { ITEM_FILE_LIMITS, type ItemFileEncoding } from "@precount/domain";
import { JSONParser } from "@streamparser/json";
import { readText } from "./decode.ts";
import { ItemFileError } from "./item-file-error.ts";
import type { FileRow, OnRead, RowBatches } from "./rows.ts";

/** Items from which the columns are collected. */
const SAMPLED_ITEMS = 200;
const NOT_A_LIST = "The JSON file must contain a list of items, an object with a list named items, or one item a line.";

/** Where the items are: in a list, in the list `items` of an object, or one after the other. */
const PATHS = { list: "$.*", object: "$.items.*", lines: "$" } as const;

export function itemsPath(sample: string): (typeof PATHS)[keyof typeof PATHS] {
  const text = sample.trimStart();
  if (text.startsWith("[")) return PATHS.list;
  return /^\{[^{}[\]]*"items"\s*:\s*\[/.test(text) ? PATHS.object : PATHS.lines;
}

type JsonFile = { encoding: ItemFileEncoding; path: string; itemsPath: string };

/** The items of a JSON file with their numbers. Throws ItemFileError. */
async function* readItems(file: JsonFile, onRead?: OnRead): AsyncGenerator<{ line: number; value: unknown }[]> {
  let found: { line: number; value: unknown }[] = [];
  let count = 0;
  // An empty separator accepts several values one after the other.
  const separator = file.itemsPath === PATHS.lines ? { separator: "" } : {};
  const parser = new JSONParser({ paths: [file.itemsPath], keepStack: false, ...separator });
  parser.onValue = ({ value }) => void found.push({ line: (count += 1), value });
  const itemsRead = (): number => count;
  let withoutItem = 0;
  for await (const text of readText(file.path, file.encoding, onRead)) {
    orThrowDamaged(() => (parser.isEnded && text.trim() === "" ? undefined : parser.write(text)), itemsRead);
    withoutItem = found.length > 0 ? 0 : withoutItem + text.length;
    if (withoutItem > ITEM_FILE_LIMITS.maxRowLength * 4)
      throw new ItemFileError(count > 0 ? `Item ${count + 1} is too large.` : NOT_A_LIST);
    if (found.length > 0) yield found;
    found = [];
  }
  // A file that was cut off must not pass as a shorter list.
  if (!parser.isEnded) orThrowDamaged(() => parser.end(), itemsRead);
  if (count === 0) throw new ItemFileError(NOT_A_LIST);
}

function orThrowDamaged(parse: () => void, itemsRead: () => number): void {
  try {
    parse();
  } catch (error) {
    throw new ItemFileError(`The JSON file is damaged near item ${itemsRead() + 1}.`, { cause: error });
  }
}

/** The names of all fields of the first items. */
export async function readJsonColumns(file: JsonFile): Promise<string[]> {
  const names = new Set<string>();
  let count = 0;
  for await (const batch of readItems(file)) {
    for (const { value } of batch) for (const name of Object.keys(asObject(value) ?? {})) names.add(name);
    count = batch.at(-1)?.line ?? count;
    if (count >= SAMPLED_ITEMS) break;
  }
  // An API's error has a number named code, which would become the only item of the list.
  if (file.itemsPath === PATHS.lines && count === 1 && (names.has("error") || names.has("errors"))) {
    throw new ItemFileError("This is the error message of a web service, not a list. Download the list again.");
  }
  return [...names].slice(0, ITEM_FILE_LIMITS.maxColumns);
}

export async function* readJsonRows(file: JsonFile, columns: readonly string[], onRead?: OnRead): RowBatches {
  for await (const batch of readItems(file, onRead)) yield batch.map((item) => toRow(item, columns));
}

function toRow({ line, value }: { line: number; value: unknown }, columns: readonly string[]): FileRow {
  const item = asObject(value);
  if (item === null) return { line, cells: [], problem: "The item is not an object." };
  return { line, cells: columns.map((name) => toCell(item[name])) };
}

const asObject = (value: unknown): Readonly<{ [name: string]: unknown }> | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;

function toCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
