import { type FileVerdict, REPORT_FIELDS, type RowDifference, type SealedReport } from "@precount/domain";
import { digestOf } from "./canonical.ts";
import { ColumnDigests } from "./column-digests.ts";
import { compareWithFile } from "./compare-with-file.ts";
import { readAllRows, sealedReportJson } from "./report-files.ts";
import { sameBytes } from "./same-bytes.ts";
import { type KnownSeal, type SealLibrary, findSealProblem, toKnownSeal, toVerifiedReport } from "./seal-library.ts";

type SealedFile = { sealed: SealedReport; path: string; named: string | null };

/** Verifies a JSON export. It needs nothing else than the trust in its key; with the report's rows it says which of them differ. */
export async function verifySealedReport(file: SealedFile, library: SealLibrary): Promise<FileVerdict> {
  const { sealed, named } = file;
  const problem = findSealProblem(sealed.seal, library);
  if (problem !== null) return { kind: "forged", reason: problem };
  const own = toKnownSeal(sealed.seal, rowsOf(sealed));
  const report = toVerifiedReport(own);
  const parts = changedParts(sealed, own);
  if (hasSealedRows(sealed) && parts.length === 0) {
    if (named !== null && named !== own.closeCode) return { kind: "swapped", report, named };
    const isExport = await sameBytes(sealedReportJson(sealed.seal, { ...sealed, rows: rowsOf(sealed) }), file.path);
    return { kind: isExport ? "unchanged" : "re-saved", report };
  }
  const known = await library.findByCode(own.closeCode);
  const rows = known?.rows ? await compareWith(known.rows, sealed) : null;
  if (rows === null)
    return { kind: "changed", report, differences: parts.length > 0 ? parts : null, count: parts.length };
  return { kind: "changed", report, differences: [...parts, ...rows.differences], count: parts.length + rows.count };
}

export const rowsOf = ({ rows }: SealedReport) =>
  async function* () {
    yield rows;
  };

/** Whether the rows of a JSON export are those that its seal signs. */
export function hasSealedRows({ seal, rows }: SealedReport): boolean {
  const digests = new ColumnDigests(REPORT_FIELDS);
  digests.add(rows);
  const columns = digests.digests();
  return REPORT_FIELDS.every((field) => columns[field] === seal.statement.digests.columns[field]);
}

const changed = (part: string, was: string | null = null, is: string | null = null): RowDifference => ({
  kind: "part",
  part,
  was,
  is,
});

function changedParts(
  { closeCode, contents, images, certificate, seal }: SealedReport,
  own: KnownSeal,
): RowDifference[] {
  const { digests } = seal.statement;
  const parts: RowDifference[] = [];
  if (closeCode !== own.closeCode) parts.push(changed("Close code", own.closeCode, closeCode));
  if (digestOf(contents) !== digests.contents) parts.push(changed("Totals and exceptions"));
  if (digestOf(images) !== digests.images) parts.push(changed("Source images"));
  if ((certificate && digestOf(certificate)) !== digests.certificate) parts.push(changed("Certificate"));
  return parts;
}

async function compareWith(read: NonNullable<KnownSeal["rows"]>, { rows }: SealedReport) {
  const file = rows.map((row, at) => ({ line: at + 1, cells: REPORT_FIELDS.map((field) => row[field]) }));
  return compareWithFile(REPORT_FIELDS, await readAllRows(read), file);
}
