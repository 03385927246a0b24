import { type FileVerdict, closeCodeIn } from "@precount/domain";
import { type ReadTable, type ReportFile, readReportFile } from "./report-file.ts";
import type { SealLibrary } from "./seal-library.ts";
import { verifySealFile } from "./verify-seal-file.ts";
import { verifySealedReport } from "./verify-sealed-report.ts";
import { verifyTable } from "./verify-table.ts";

/** A file and its name, which may contain the close code. */
export type NamedFile = { path: string; name: string };

/** Compares an export with the seals of a library. Throws ItemFileError for a file that cannot be read. */
export async function verifyFile(file: NamedFile, library: SealLibrary, readTable: ReadTable): Promise<FileVerdict> {
  return verifyReportFile(file, await readReportFile(file.path, readTable), library);
}

/** The same for a file that was read already. */
export function verifyReportFile(file: NamedFile, read: ReportFile, library: SealLibrary): Promise<FileVerdict> {
  const named = closeCodeIn(file.name);
  if (read.kind === "table") return verifyTable({ ...read, path: file.path, named }, library);
  if (read.kind === "sealed") return verifySealedReport({ ...read, path: file.path, named }, library);
  if (read.kind === "seal") return verifySealFile({ ...read, path: file.path, named }, library);
  return Promise.resolve({ kind: "unknown", reason: read.reason });
}
