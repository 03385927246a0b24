import { Readable, pipeline } from "node:stream";
import { REPORT_FIELD_TITLES, type ReportField, type ReportRow, exportRows } from "@precount/domain";
import { stringify } from "csv-stringify";
import writeExcelFile from "write-excel-file/node";

/** UTF-8 with BOM, which Excel needs to know it by, and CRLF (decision 35). Row by row: a report may be long. */
export function reportCsv(rows: readonly ReportRow[], fields: readonly ReportField[]): Readable {
  const lines = Readable.from(tableLines(rows, fields), { objectMode: true });
  const csv = stringify({ bom: true, record_delimiter: "windows" });
  // An error of either side ends both; the answer's stream is where it is seen.
  return pipeline(lines, csv, () => undefined);
}

const textCell = (value: string) => ({ type: String, value, format: "@" });

/** Every cell is text, so leading zeros stay and no cell is a formula (decisions 28 and 36). */
export async function reportXlsx(rows: readonly ReportRow[], fields: readonly ReportField[]): Promise<Buffer> {
  const sheet = [...tableLines(rows, fields)].map((line) => line.map(textCell));
  return writeExcelFile(sheet, { sheet: "Precount" }).toBuffer();
}

function* tableLines(rows: readonly ReportRow[], fields: readonly ReportField[]): Generator<string[]> {
  yield fields.map((field) => REPORT_FIELD_TITLES[field]);
  for (const row of rows) yield* exportRows([row], fields);
}
