import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import {
  ITEM_FIELDS,
  ITEM_FIELD_TITLES,
  ITEM_FILE_LIMITS,
  type Item,
  type ItemFileOptions,
  type RejectedRow,
  parseItem,
} from "@precount/domain";
import { ItemFileError } from "./item-file-error.ts";
import { openItemFile } from "./open-file.ts";
import type { FileRow, OnRead } from "./rows.ts";

export type ConvertedFile = {
  rows: number;
  accepted: number;
  rejected: number;
  /** The first rejected rows. */
  rejections: RejectedRow[];
};

/** The columns of the written file, in order. */
export const CONVERTED_COLUMNS = [
  "line",
  "code",
  "description",
  "department",
  "unit_price",
  "pack_size",
  "expected_quantity",
  "last_quantity",
  "active",
] as const;

/**
 * Checks every row and writes the accepted ones into `outPath` in PostgreSQL's text format for COPY. Holds one batch of rows at a
 * time. Throws ItemFileError.
 */
export async function convertItemFile(
  path: string,
  given: ItemFileOptions,
  outPath: string,
  onRead: OnRead,
): Promise<ConvertedFile> {
  const { options, readRows } = await openItemFile(path, given, true);
  const result: ConvertedFile = { rows: 0, accepted: 0, rejected: 0, rejections: [] };
  // A call that starts again, because another one ended the child, replaces what it had written.
  const out = createWriteStream(outPath, { flags: "w", mode: 0o600 });
  const isWritten = finished(out);
  // `isWritten` is awaited at the end; without this, a failed write during the loop would be unhandled.
  isWritten.catch(() => undefined);
  try {
    for await (const batch of readRows(onRead)) {
      const lines = batch.map((row) => convertRow(row, options, result)).filter((line) => line !== null);
      if (result.rows > ITEM_FILE_LIMITS.maxRows)
        throw new ItemFileError(`The file has more than ${ITEM_FILE_LIMITS.maxRows} rows.`);
      if (lines.length > 0 && !out.write(lines.join(""))) await Promise.race([once(out, "drain"), isWritten]);
    }
  } finally {
    out.end();
    await isWritten;
  }
  return result;
}

type ParseOptions = Parameters<typeof parseItem>[1];

function convertRow(row: FileRow, options: ParseOptions, result: ConvertedFile): string | null {
  result.rows += 1;
  const problem = row.problem ?? uncalculatedProblem(row, options);
  const item = problem === null ? parseItem(row.cells, options) : { ok: false as const, reason: problem };
  if (item.ok) {
    result.accepted += 1;
    return toCopyLine(row.line, item.value);
  }
  result.rejected += 1;
  if (result.rejections.length < ITEM_FILE_LIMITS.maxListedRejections)
    result.rejections.push({ line: row.line, reason: item.reason });
  return null;
}

/** Why a row with formulas cannot be read; null if the columns of items have values. */
function uncalculatedProblem({ uncalculated }: FileRow, { columns }: ParseOptions): string | null {
  const field = ITEM_FIELDS.find((one) => columns[one] !== undefined && uncalculated?.includes(columns[one]));
  if (field === undefined) return null;
  return `${ITEM_FIELD_TITLES[field]} is a formula without a stored value. Open the file in a spreadsheet program, save it and choose it again.`;
}

function toCopyLine(line: number, item: Item): string {
  const { code, description, department, unitPrice, packSize, expectedQuantity, lastQuantity, active } = item;
  const values = [code, description, department, unitPrice, packSize, expectedQuantity, lastQuantity, active];
  return `${line}\t${values.map(toCopyValue).join("\t")}\n`;
}

/** Texts have no tabs, line breaks or control characters any more, so that only the backslash needs an escape. */
const toCopyValue = (value: string | number | boolean | null): string =>
  value === null ? "\\N" : typeof value === "string" ? value.replaceAll("\\", "\\\\") : String(value);
