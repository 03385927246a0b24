import {
  type Certificate,
  REPORT_FIELDS,
  type ReportField,
  type ReportHead,
  type ReportRow,
  SEALED_REPORT_FORMAT,
  SEAL_FILE_FORMAT,
  type Seal,
  type SealedImage,
  closeCodeOf,
} from "@precount/domain";
import { reportTable } from "../export/tables.ts";
import type { Table } from "../export/table.ts";
import { canonicalJson, sha256 } from "./canonical.ts";
import { COVER_SHEET, coverRows } from "./cover-sheet.ts";

/** A report's rows in batches, as often as they are read. */
export type ReadRows = () => AsyncIterable<readonly ReportRow[]>;

export async function readAllRows(read: ReadRows): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  for await (const batch of read()) rows.push(...batch);
  return rows;
}

export const closeCodeOfSeal = ({ statement }: Seal): string => closeCodeOf(sha256(canonicalJson(statement)));

/** The name of an export without its extension. */
export const exportTitle = (title: string, closeCode: string | null): string =>
  closeCode === null ? title : `${title} – ${closeCode}`;

/** A report as a table. Equal calls give equal files, so that a verification can compare bytes. */
export const sealedTable = (
  seal: Seal | null,
  rows: ReadRows,
  fields: readonly ReportField[] = REPORT_FIELDS,
): Table => ({
  ...reportTable(rows(), fields),
  ...(seal && {
    cover: { name: COVER_SHEET, rows: coverRows(seal) },
    modifiedAt: new Date(seal.statement.completedAt),
  }),
});

type JsonParts = {
  contents: ReportHead | Record<string, unknown>;
  images: readonly SealedImage[];
  certificate?: Certificate | Record<string, unknown> | null | undefined;
  rows: ReadRows;
};

/** The JSON export, in canonical form (RFC 8785), while its rows are read. Its keys are in alphabetical order. */
export async function* sealedReportJson(
  seal: Seal,
  { contents, images, certificate, rows }: JsonParts,
): AsyncGenerator<string> {
  const start = {
    ...(certificate && { certificate }),
    closeCode: closeCodeOfSeal(seal),
    contents,
    format: SEALED_REPORT_FORMAT,
    images,
  };
  yield `${canonicalJson(start).slice(0, -1)},"rows":[`;
  let separator = "";
  for await (const batch of rows()) {
    if (batch.length === 0) continue;
    yield separator + batch.map(canonicalJson).join(",");
    separator = ",";
  }
  yield `],${canonicalJson({ seal }).slice(1)}`;
}

/** The seal file, in canonical form (RFC 8785). */
export const sealFileJson = (seal: Seal): string =>
  canonicalJson({ closeCode: closeCodeOfSeal(seal), format: SEAL_FILE_FORMAT, seal });
