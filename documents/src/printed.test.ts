import { expect, test } from "vitest";
import { readPdf } from "./pdf/read-pdf.ts";
import { type AdjacencyScore, adjacencyFigures, scoreAdjacency } from "./testing/printed/adjacency.ts";
import { IS_EXHAUSTIVE } from "./testing/is-exhaustive.ts";
import { printedCorpus } from "./testing/printed/printed-corpus.ts";
import { realCorpus } from "./testing/real/real-corpus.ts";

/** Every second document of the held-out half. `script/test-nightly` reads all documents of both halves. */
const [HALF, EVERY] = IS_EXHAUSTIVE ? (["both", 1] as const) : (["heldOut", 2] as const);

test("PD-49 PD-83: finds the tables of printed documents, and none in charts, maps and lists", async () => {
  const scores: AdjacencyScore[] = [];
  for await (const { path, truth } of printedCorpus(HALF, "", { every: EVERY }))
    scores.push(scoreAdjacency(truth, await readPdf(path)));
  // `npm run bench -- documents --real --verbose` lists the errors.
  const figures = adjacencyFigures(scores);
  expect(figures.documents).toBe(IS_EXHAUSTIVE ? 64 : 16);
  expect(figures.microF1).toBeGreaterThanOrEqual(97);
  expect(figures.macroF1).toBeGreaterThanOrEqual(97);
  expect(figures.falseTablesPerPage).toBe(0);
}, 300_000);

test("PD-49 PD-170: reads reports in the styles of statistical offices, budgets and action plans", async () => {
  const scores: AdjacencyScore[] = [];
  for await (const { path, truth } of printedCorpus(HALF, "", { corpus: "reports", every: EVERY }))
    scores.push(scoreAdjacency(truth, await readPdf(path)));
  const figures = adjacencyFigures(scores);
  expect(figures.documents).toBe(IS_EXHAUSTIVE ? 38 : 6);
  expect(figures.microF1).toBeGreaterThanOrEqual(99);
  expect(figures.macroF1).toBeGreaterThanOrEqual(99);
  expect(figures.falseTablesPerPage).toBe(0);
}, 300_000);

test("PD-49 PD-104: reads the tables of documents of other authors", async () => {
  const scores: AdjacencyScore[] = [];
  for await (const { path, truth, isCommitted } of realCorpus())
    if (isCommitted) scores.push(scoreAdjacency(truth, await readPdf(path)));
  const figures = adjacencyFigures(scores);
  expect(figures.documents).toBe(19);
  expect(figures.microF1).toBeGreaterThanOrEqual(97);
  expect(figures.macroF1).toBeGreaterThanOrEqual(97);
  expect(figures.falseTablesPerPage).toBeLessThan(0.03);
}, 60_000);
