import { open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { DeliveryFormat } from "@precount/domain";
import { findCertificate } from "../../db/blind-counts/certificates.ts";
import type { Queryable } from "../../db/connect.ts";
import { type ReportRecord, findReport } from "../../db/reports/read.ts";
import { reportRowBatches } from "../../db/reports/rows.ts";
import { type SealRow, findSeal, readSealedImages } from "../../db/seals/seals.ts";
import type { OutgoingFile } from "../../outgoing/send-file.ts";
import { writeHashed } from "../../storage/write-hashed.ts";
import { csvOf } from "../export/csv.ts";
import { TABLE_FORMATS, type Table } from "../export/table.ts";
import { xlsxOf } from "../export/xlsx.ts";
import { sealedReportJson, sealedTable } from "../seal/report-files.ts";
import { toSeal } from "../seal/stored-seal.ts";

/** More than the longest report has. */
const MAX_BYTES = 4 * 1024 ** 3;

/** `seal` is null for reports that were created before seals existed. */
type Source = { report: ReportRecord; seal: SealRow | null };
type Format = { type: string; content: (db: Queryable, source: Source) => Readable };

const rowsOf = (db: Queryable, { report: { sid } }: Source) => reportRowBatches(db, sid);
const tableOf = (db: Queryable, source: Source): Table =>
  sealedTable(source.seal && toSeal(source.seal), () => rowsOf(db, source));

const FORMATS: Readonly<Record<DeliveryFormat, Format>> = {
  csv: {
    type: TABLE_FORMATS.csv,
    content: (db, source) => Readable.from(csvOf(tableOf(db, source)), { objectMode: false }),
  },
  xlsx: { type: TABLE_FORMATS.xlsx, content: (db, source) => xlsxOf(tableOf(db, source)) },
  json: {
    type: "application/json",
    content: (db, source) => Readable.from(jsonChunks(db, source), { objectMode: false }),
  },
};

/** The sealed report, as its JSON export; without a seal the report as the API answers it. */
async function* jsonChunks(db: Queryable, source: Source): AsyncGenerator<string> {
  const { report, seal } = source;
  const { sid, title, version, createdAt, contents } = report;
  if (seal) {
    const images = await readSealedImages(db, sid);
    const certificate = await findCertificate(db, sid);
    yield* sealedReportJson(toSeal(seal), { contents, images, certificate, rows: () => rowsOf(db, source) });
    return;
  }
  const head = JSON.stringify({ sid, title, version, createdAt: createdAt.toISOString(), contents });
  // Before the two braces that end `contents` and the report.
  yield `${head.slice(0, -2)},"rows":[`;
  let isFirst = true;
  for await (const batch of reportRowBatches(db, sid)) {
    yield `${isFirst ? "" : ","}\n${batch.map((row) => JSON.stringify(row)).join(",\n")}`;
    isFirst = false;
  }
  yield "]}}\n";
}

/** Writes a report's file into `folder`, with the close code in its name. Null if the report does not exist. */
export async function writeReportFile(
  db: Queryable,
  reportSid: string,
  format: DeliveryFormat,
  folder: string,
): Promise<OutgoingFile | null> {
  const report = await findReport(db, reportSid);
  if (!report) return null;
  const seal = await findSeal(db, reportSid);
  const { type, content } = FORMATS[format];
  const code = seal ? `-${seal.closeCode}` : "";
  const name = `${report.contents.event.slug}-v${report.version}${code}.${format}`;
  return writeFile(folder, { name, type, content: content(db, { report, seal }) });
}

/** A small file by which a person tests a destination. */
export const writeTestFile = (folder: string): Promise<OutgoingFile> =>
  writeFile(folder, {
    name: "precount-test.txt",
    type: "text/plain",
    content: Readable.from(["This file is a test of a Precount delivery. It can be deleted.\n"], { objectMode: false }),
  });

async function writeFile(
  folder: string,
  { name, type, content }: Pick<OutgoingFile, "name" | "type"> & { content: Readable },
): Promise<OutgoingFile> {
  const path = join(folder, name);
  const file = await open(path, "w");
  try {
    const { sha256, sizeBytes } = await writeHashed(content, file, MAX_BYTES);
    return { path, name, type, sha256, sizeBytes };
  } finally {
    await file.close();
  }
}
