import { open, readFile } from "node:fs/promises";
import {
  REPORT_FIELDS,
  REPORT_FIELD_TITLES,
  type ReportField,
  type SealFile,
  type SealedReport,
  comparableCell,
  sealFileSchema,
  sealedReportSchema,
} from "@precount/domain";
import type { SheetNames, TableFile } from "../../item-files/table-file.ts";
import { COVER_SHEET } from "./cover-sheet.ts";

/** A row of a file with its line, for messages. `cells` has the fields' order and may be longer or shorter than it. */
export type TableRow = { line: number; cells: string[] };

/** An export of a report as it was read from a file. Nothing in it is trusted. */
export type ReportFile =
  | { kind: "table"; format: TableFile["format"]; fields: ReportField[]; rows: TableRow[]; cover: string[][] | null }
  | { kind: "sealed"; sealed: SealedReport }
  | { kind: "seal"; file: SealFile }
  | { kind: "unreadable"; reason: string };

export type ReadTable = (path: string, sheets: SheetNames) => Promise<TableFile>;

const SHEETS: SheetNames = { rows: "Precount", cover: COVER_SHEET };
const FIELD_OF_TITLE = new Map(REPORT_FIELDS.map((field) => [REPORT_FIELD_TITLES[field], field]));
/** Bytes before the brace of a JSON file: a byte order mark and white space. */
const PEEK_BYTES = 64;

/**
 * Reads an export in any of its formats.
 * @param readTable reads a CSV or XLSX file; the server does it in a child process
 */
export async function readReportFile(path: string, readTable: ReadTable): Promise<ReportFile> {
  if (await isJson(path)) return parseSealed(await readFile(path, "utf8"));
  const { format, rows, cover } = await readTable(path, SHEETS);
  const [header, ...body] = rows;
  const fields: ReportField[] = [];
  for (const title of header?.cells ?? []) {
    const field = FIELD_OF_TITLE.get(title.trim());
    if (field === undefined) return unreadable(`The column "${title}" is not one of a report.`);
    fields.push(field);
  }
  if (fields.length === 0 || new Set(fields).size < fields.length) {
    return unreadable("This file is no export of a report: its first line does not name a report's columns.");
  }
  const cells = body.map((row) => ({ line: row.line, cells: row.cells.map(comparableCell) }));
  return { kind: "table", format, fields, rows: cells, cover };
}

const unreadable = (reason: string): ReportFile => ({ kind: "unreadable", reason });

async function isJson(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PEEK_BYTES), 0, PEEK_BYTES, 0);
    return /^\uFEFF?\s*\{/.test(buffer.subarray(0, bytesRead).toString("utf8"));
  } finally {
    await file.close();
  }
}

function parseSealed(text: string): ReportFile {
  try {
    const json: unknown = JSON.parse(text.replace("\uFEFF", ""));
    const report = sealedReportSchema.safeParse(json);
    if (report.success) return { kind: "sealed", sealed: report.data };
    const file = sealFileSchema.safeParse(json);
    if (file.success) return { kind: "seal", file: file.data };
  } catch {
    // Not JSON: the same answer.
  }
  return unreadable("This JSON file is neither the export of a sealed report nor a seal file, or it is damaged.");
}
