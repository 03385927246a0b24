import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DocumentProcess } from "../document-process.ts";
import { figureOf } from "../testing/photographed/cells.ts";
import { photographedTables } from "../testing/photographed/tables.ts";

let folder: string;
const documents = new DocumentProcess();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-photographed-"));
});
afterAll(async () => {
  await documents.close();
  await rm(folder, { recursive: true });
});

async function read(path: string): Promise<string[][][]> {
  const { contents } = await documents.extract({ path, format: "json", orientation: "none" });
  // The JSON that ExtractAnswer documents.
  const { tables } = JSON.parse(contents) as { tables: { rows: string[][] }[] };
  return tables.map(({ rows }) => rows);
}

test("PD-52 PD-105: reads 95 % of the cells of a printed 10 × 6 table photographed at an angle, turned sideways", async () => {
  const table = photographedTables("heldOut").find(({ name }) => name.includes("ruled-10x6-tinos"));
  if (!table) throw new Error("the corpus has no such photo");
  const photo = async (): Promise<Buffer> =>
    sharp(await table.photo())
      .rotate(270)
      .jpeg()
      .toBuffer();
  const { right, cells, misses } = await figureOf({ ...table, photo }, folder, read);
  expect(cells).toBe(60);
  // Compared so that a failure shows the misread cells.
  expect(misses.length <= 3 ? [] : misses).toEqual([]);
  expect(right / cells).toBeGreaterThanOrEqual(0.95);
});
