import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPdf } from "./pdf/read-pdf.ts";
import { type PrintedTruth, adjacencyFigures, scoreAdjacency } from "./testing/printed/adjacency.ts";

const FOLDER = join(import.meta.dirname, "../fixtures/printed");

test("PD-49: finds the tables of printed documents, and none in charts, maps and lists", async () => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".json"));
  const scores = [];
  for (const name of names) {
    // make-printed.ts writes this type.
    const truth = JSON.parse(await readFile(join(FOLDER, name), "utf8")) as PrintedTruth;
    scores.push(scoreAdjacency(truth, await readPdf(join(FOLDER, name.replace(".json", ".pdf")))));
  }
  // `npm run bench -- documents --real --verbose` lists the errors.
  const figures = adjacencyFigures(scores);
  expect(figures.documents).toBeGreaterThanOrEqual(60);
  expect(figures.microF1).toBeGreaterThanOrEqual(95);
  expect(figures.macroF1).toBeGreaterThanOrEqual(93);
  expect(figures.falseTablesPerPage).toBeLessThanOrEqual(0.1);
}, 60_000);
