import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AdjacencyScore,
  type PrintedCell,
  adjacencyFigures,
  scoreAdjacency,
} from "../testing/printed/adjacency.ts";
import { printedCorpus } from "../testing/printed/printed-corpus.ts";
import { type WordTable, drawParts, plainOf, plainOfRead } from "../testing/word-corpus/spec.ts";
import { docxMarker, writeWithDocx } from "../testing/word-corpus/with-docx.ts";
import { libreOfficeMarker, writeWithLibreOffice } from "../testing/word-corpus/with-libreoffice.ts";
import { readDocx } from "./read-docx.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-word-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(name: string, bytes: Uint8Array) {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const structure = await readDocx(path);
  expect(structure.problems).toEqual([]);
  return plainOfRead(structure);
}

const SEEDS = Array.from({ length: 12 }, (_, at) => at + 1);

test.each(SEEDS)("PD-49: reads every line, item and cell of a document by the library docx, seed %i", async (seed) => {
  const parts = drawParts(seed);
  expect(await read(`docx-${seed}.docx`, await writeWithDocx(parts))).toEqual(plainOf(parts, docxMarker));
});

/** `apt-get install -y --no-install-recommends libreoffice-writer-nogui`; the test is skipped without it. */
const hasWriter = existsSync("/usr/lib/libreoffice/program/libswlo.so");

test.skipIf(!hasWriter)(
  "PD-49: reads every line, item and cell of documents by LibreOffice",
  async () => {
    const documents = SEEDS.slice(0, 6).map(drawParts);
    const written = await writeWithLibreOffice(folder, documents);
    for (const [at, parts] of documents.entries()) {
      const found = await read(`libreoffice-${at}.docx`, written[at] ?? new Uint8Array());
      expect(found).toEqual(plainOf(parts, libreOfficeMarker));
    }
  },
  120_000,
);

test("PD-104: reads the same tables from a Word document as were printed", async () => {
  const scores: AdjacencyScore[] = [];
  for await (const { truth } of printedCorpus("both")) {
    const parts = truth.tables.flatMap((cells) => [{ table: wordTableOf(cells) }, { lines: ["Text between tables"] }]);
    const path = join(folder, `${truth.name}.docx`);
    await writeFile(path, await writeWithDocx(parts));
    scores.push(scoreAdjacency(truth, await readDocx(path)));
  }
  expect(scores.filter(({ misses }) => misses.length > 0)).toEqual([]);
  expect(adjacencyFigures(scores)).toMatchObject({
    documents: 64,
    tables: 61,
    perfectTables: 61,
    falseTablesPerPage: 0,
  });
});

const wordTableOf = (cells: readonly PrintedCell[]): WordTable => ({
  rows: Math.max(...cells.map(({ row, rowSpan }) => row + rowSpan)),
  columns: Math.max(...cells.map(({ column, columnSpan }) => column + columnSpan)),
  headerRows: 1,
  cells: cells.map(({ text, ...cell }) => Object.assign(cell, { lines: text === "" ? [] : [text] })),
});
