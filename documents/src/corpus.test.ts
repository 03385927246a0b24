import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DocumentStructure, documentStructureSchema } from "@precount/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DocumentProcess } from "./document-process.ts";
import { corpus } from "./testing/corpus/corpus.ts";
import { IS_EXHAUSTIVE } from "./testing/is-exhaustive.ts";
import { type DocumentScore, scoreDocument, share, sumOf } from "./testing/score.ts";

/**
 * Drawing and reading a scan takes seconds, so `script/test-nightly` reads one, and `npm run bench -- documents` all. sideways.test.ts reads
 * a scanned table in each run.
 */
const SCAN = "scanned delivery note, grid";
const isRead = (name: string): boolean => !name.startsWith("scanned") || (IS_EXHAUSTIVE && name === SCAN);

let folder: string;
const documents = new DocumentProcess();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-corpus-"));
});
afterAll(async () => {
  await documents.close();
  await rm(folder, { recursive: true });
});

async function read(pdf: Uint8Array): Promise<DocumentStructure> {
  const path = join(folder, "document.pdf");
  await writeFile(path, pdf);
  const outDir = await mkdtemp(join(folder, "out-"));
  await documents.read({ path, outDir });
  return documentStructureSchema.parse(JSON.parse(await readFile(join(outDir, "structure.json"), "utf8")));
}

test("PD-49: reads 97 % of ruled cells, 92 % of unruled cells and 99 % of lines, with their places and order", async () => {
  const scores: DocumentScore[] = [];
  for await (const { truth, pdf } of corpus("heldOut", isRead)) scores.push(scoreDocument(truth, await read(pdf)));
  // `npm run bench -- documents --verbose` lists the errors.
  expect(sumOf(scores, "ruled").of).toBeGreaterThan(1000);
  expect(sumOf(scores, "unruled").of).toBeGreaterThan(1000);
  expect(share(sumOf(scores, "ruled"))).toBeGreaterThanOrEqual(0.97);
  expect(share(sumOf(scores, "unruled"))).toBeGreaterThanOrEqual(0.92);
  expect(share(sumOf(scores, "lines"))).toBeGreaterThanOrEqual(0.99);
}, 120_000);
