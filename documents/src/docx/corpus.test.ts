import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawParts, plainOf, plainOfRead } from "../testing/word-corpus/spec.ts";
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
