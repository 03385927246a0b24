import type { ReportFile } from "./report-file.ts";
import { type KnownSeal, type SealLibrary, findSealProblem, hasColumns, toKnownSeal } from "./seal-library.ts";
import { hasSealedRows, rowsOf } from "./verify-sealed-report.ts";

/** The genuine seals of the seal files and JSON exports among some files. */
export function openFileLibrary(files: readonly ReportFile[], isTrusted: SealLibrary["isTrusted"]): SealLibrary {
  const seals = files.flatMap((file) => sealOf(file) ?? []);
  const none: SealLibrary = {
    findByCode: async () => null,
    findByColumns: async () => [],
    isTrusted,
    only: null,
    adviceFor,
  };
  // A seal with its report's rows comes first: with them, the rows that differ can be listed.
  const genuine = seals
    .filter(({ seal }) => findSealProblem(seal, none) === null)
    .toSorted((a, b) => Number(a.rows === null) - Number(b.rows === null));
  const known = genuine.filter((one, at) => genuine.findIndex(({ closeCode }) => closeCode === one.closeCode) === at);
  const [only = null] = known.length === 1 ? known : [];
  return {
    isTrusted,
    adviceFor,
    only,
    findByCode: async (closeCode) => known.find((report) => report.closeCode === closeCode) ?? null,
    findByColumns: async (columns) => known.filter((report) => hasColumns(report, columns)),
  };
}

function sealOf(file: ReportFile): KnownSeal | null {
  if (file.kind === "seal") return toKnownSeal(file.file.seal, null);
  if (file.kind !== "sealed") return null;
  return toKnownSeal(file.sealed.seal, hasSealedRows(file.sealed) ? rowsOf(file.sealed) : null);
}

const adviceFor: SealLibrary["adviceFor"] = ({ format, named }) => {
  const what = format === "csv" ? "A CSV file has no place for a seal" : "This workbook has no sheet Cover with a seal";
  const which =
    named === null ? "the report's seal file or JSON export" : `the seal file or JSON export of the report ${named}`;
  return `Not verified. ${what}. Download ${which} from the report's page, and put it beside this file or name it with --seal FILE.`;
};
