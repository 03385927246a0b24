import { Readable } from "node:stream";
import { type FileVerdict, type ReportField, type RowDifference, sealSchema } from "@precount/domain";
import { csvOf } from "../export/csv.ts";
import { xlsxOf } from "../export/xlsx.ts";
import { ColumnDigests } from "./column-digests.ts";
import { compareWithFile } from "./compare-with-file.ts";
import { coverRows, sealOnCover } from "./cover-sheet.ts";
import type { ReportFile } from "./report-file.ts";
import { readAllRows, sealedTable } from "./report-files.ts";
import { sameBytes } from "./same-bytes.ts";
import {
  type KnownSeal,
  type SealLibrary,
  findSealProblem,
  hasColumns,
  toKnownSeal,
  toVerifiedReport,
} from "./seal-library.ts";

type TableFile = Extract<ReportFile, { kind: "table" }> & { path: string; named: string | null };

/** Compares a CSV or XLSX file with the report that it names, else with any that has its values. */
export async function verifyTable(file: TableFile, library: SealLibrary): Promise<FileVerdict> {
  const columns = digestColumns(file);
  const cover = coverSeal(file);
  const coverProblem = cover && findSealProblem(cover.seal, library);
  const genuineCover = coverProblem === null ? cover : null;
  const expected = file.named ?? cover?.closeCode ?? null;
  const candidates = await library.findByColumns(columns);
  if (genuineCover && hasColumns(genuineCover, columns)) candidates.push(genuineCover);
  const match = candidates.find(({ closeCode }) => closeCode === expected) ?? candidates[0];
  if (match) return verifyMatch(file, match);
  const target = (expected === null ? library.only : await library.findByCode(expected)) ?? genuineCover;
  if (target) return describeChange(file, target);
  if (coverProblem) return { kind: "forged", reason: coverProblem };
  return { kind: "unknown", reason: library.adviceFor({ format: file.format, named: expected }) };
}

/** The values are those of `match`. */
async function verifyMatch(file: TableFile, match: KnownSeal): Promise<FileVerdict> {
  const report = toVerifiedReport(match);
  if (file.named !== null && file.named !== match.closeCode) return { kind: "swapped", report, named: file.named };
  const differences = compareCover(file, match);
  if (differences.length > 0) return { kind: "changed", report, differences, count: differences.length };
  return { kind: (await isExport(file, match)) ? "unchanged" : "re-saved", report };
}

async function describeChange(file: TableFile, target: KnownSeal): Promise<FileVerdict> {
  const report = toVerifiedReport(target);
  if (target.rows === null) return { kind: "changed", report, differences: null, count: 0 };
  const sealed = await readAllRows(target.rows);
  const compared = compareWithFile(file.fields, sealed, file.rows);
  const ofCover = compareCover(file, target);
  return {
    kind: "changed",
    report,
    differences: [...ofCover, ...compared.differences],
    count: ofCover.length + compared.count,
  };
}

function digestColumns({ fields, rows }: TableFile): Record<ReportField, string> {
  const digests = new ColumnDigests(fields);
  digests.add(rows.map(({ cells }) => Object.fromEntries(fields.map((field, at) => [field, cells[at] ?? ""]))));
  return digests.digests();
}

function coverSeal({ cover }: TableFile): KnownSeal | null {
  const parsed = sealSchema.safeParse(cover && sealOnCover(cover));
  return parsed.success ? toKnownSeal(parsed.data, null) : null;
}

/** Longer values on the cover are signatures and the signed text, which tell a person nothing. */
const MAX_SHOWN_LENGTH = 120;

function compareCover({ cover }: TableFile, { seal }: KnownSeal): RowDifference[] {
  if (cover === null) return [];
  const lines = cover.filter((cells) => cells.some((cell) => cell !== ""));
  const expected = coverRows(seal);
  return Array.from({ length: Math.max(lines.length, expected.length) }, (_, at): RowDifference | null => {
    const [[label = "", was = ""] = [], is = []] = [expected[at], lines[at]];
    if ([label, was].every((cell, column) => cell === (is[column] ?? "")) && is.length <= 2) return null;
    const isShort = was.length <= MAX_SHOWN_LENGTH;
    const now = is[0] === label ? (is[1] ?? "") : is.join(" ");
    return {
      kind: "part",
      part: `Cover, ${label || `line ${at + 1}`}`,
      was: isShort ? was : null,
      is: isShort ? now : null,
    };
  }).filter((difference) => difference !== null);
}

/** Whether the file is byte for byte the export. */
async function isExport(file: TableFile, { seal, rows }: KnownSeal): Promise<boolean> {
  const { fields, format } = file;
  // Without the report's rows, those of the file have the same values.
  const own = async function* () {
    yield file.rows.map(({ cells }) => toRow(fields, cells));
  };
  const table = sealedTable(seal, rows ?? own, fields);
  const bytes = format === "csv" ? Readable.from(csvOf(table)) : xlsxOf(table);
  return sameBytes(bytes, file.path);
}

const NO_CELLS = { areaCode: "", bayCode: "", shelfCode: "", code: "", quantity: "" };
const toRow = (fields: readonly ReportField[], cells: readonly string[]) => ({
  ...NO_CELLS,
  ...Object.fromEntries(fields.map((field, at) => [field, cells[at] ?? ""])),
});
